"""Folds, and everything that is computed from stored predictions: metrics, hit curves, break-even points."""
