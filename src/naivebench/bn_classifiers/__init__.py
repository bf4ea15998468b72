"""Bayesian network classifiers: trees, k parents, averaged one-dependence estimators."""
