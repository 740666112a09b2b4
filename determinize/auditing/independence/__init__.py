"""Independence: whether what is done to one state touches another, and what copies carry along."""
