"""Classifiers of texts and sequences: bags of words, recursive naive Bayes, hidden Markov models."""
