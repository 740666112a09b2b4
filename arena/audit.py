"""The audit of players: does one decide on what its seat knows, and on nothing else?"""

from arena.auditing.verdict import Fault, PlayerAudit, PlayerExample

__all__ = ["Fault", "PlayerAudit", "PlayerExample"]
