"""Baselines: the majority class, and classifiers of scikit-learn and other libraries."""
