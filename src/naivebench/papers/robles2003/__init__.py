"""Robles et al. 2003: semi-naive Bayes by evolutionary search."""
