"""Estimation of distribution algorithms: optimisers of any fitness function of genes."""
