"""Workers: positions examined in processes that may die of them."""

from determinize.auditing.workers.crashes import examined

__all__ = ["examined"]
