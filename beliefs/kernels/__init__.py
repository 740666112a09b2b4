"""Kernels of the world diagram: `graph` builds it, `weights` weighs it, `deals` draws from it."""
