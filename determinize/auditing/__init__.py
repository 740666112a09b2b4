"""The parts of the audit (:mod:`determinize.audit`)."""
