"""Bayesian network classifiers, such as TAN, k-dependence classifiers and averaged estimators."""
