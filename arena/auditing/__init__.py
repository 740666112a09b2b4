"""The parts of the audit of players (:mod:`arena.audit`)."""
