"""Folds, the runner, decisions and metrics."""
