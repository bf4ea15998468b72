"""Bayesian network classifiers: TAN, k-dependence, averaged one-dependence estimators."""
