"""Modules that the Bayesian network classifiers share."""
