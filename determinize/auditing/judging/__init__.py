"""Judging: exact tests in few families, one correction for all, and the verdict."""
