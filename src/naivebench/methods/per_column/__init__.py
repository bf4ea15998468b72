"""Naive Bayes with a distribution of its own for every column."""
