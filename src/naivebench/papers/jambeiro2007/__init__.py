"""Jambeiro and Wainer 2007: hierarchical patterns for rare classes."""
