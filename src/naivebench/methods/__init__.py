"""Classifiers as plain functions on arrays, a folder per family, and the searches and inference they use."""
