"""Estimation of distribution algorithms: optimisers that know genes and fitness, nothing about
classifiers.
"""
