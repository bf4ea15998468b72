"""Modules that the optimisers share."""
