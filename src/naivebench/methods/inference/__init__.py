"""Discrete Bayesian networks: the BIF format, and exact inference by variable elimination."""
