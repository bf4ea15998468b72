"""Kang et al. 2006: recursive naive Bayes on texts and proteins."""
