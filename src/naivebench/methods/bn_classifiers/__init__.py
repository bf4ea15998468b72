"""Bayesian network classifiers, such as TAN, k-dependence classifiers and averaged one-dependence
estimators.
"""
