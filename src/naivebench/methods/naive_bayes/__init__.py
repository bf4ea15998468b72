"""Naive Bayes for categories, for numbers and for both."""
