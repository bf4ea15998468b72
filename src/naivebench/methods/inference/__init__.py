"""Discrete Bayesian networks, with exact inference by variable elimination and over a junction tree."""
