"""Folds, and what is computed from stored predictions: metrics, hit curves, break-even points."""
