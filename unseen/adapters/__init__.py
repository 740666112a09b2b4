"""Adapters: our players at other people's tables, other people's engines under our tools."""
