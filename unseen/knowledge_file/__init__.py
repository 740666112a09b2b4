"""Knowledge files: what is known about hidden cards, written in TOML or JSON by anybody.

`read` gives what a file says, checked; `schema` is the published form; docs/commands.md tells it.
"""
