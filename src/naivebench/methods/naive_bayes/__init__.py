"""Naive Bayes: categorical, Gaussian, and both in one."""
