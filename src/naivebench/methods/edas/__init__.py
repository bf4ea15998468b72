"""Estimation of distribution algorithms: optimisers that know genes and fitness, nothing of classifiers."""
