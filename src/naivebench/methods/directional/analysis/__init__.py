"""Analyses of angles in addition to predictions: goodness of fit and rotation."""
