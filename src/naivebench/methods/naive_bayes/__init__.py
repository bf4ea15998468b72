"""Naive Bayes: categorical, Gaussian, both in one, and with clusters for classes."""
