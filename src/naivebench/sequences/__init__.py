"""Classifiers of texts and sequences: bags of words and letters, trees of naive Bayes nodes, hidden Markov
models.
"""
