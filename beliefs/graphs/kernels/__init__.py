"""The compiled parts of diagrams."""
