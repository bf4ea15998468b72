"""Reference points: the majority class, and general classifiers from scikit-learn behind the same functions
as all methods.
"""
