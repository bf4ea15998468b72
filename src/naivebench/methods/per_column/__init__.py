"""Naive Bayes with a separate distribution for every column."""
