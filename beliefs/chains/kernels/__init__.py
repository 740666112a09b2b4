"""The compiled parts of chains."""
