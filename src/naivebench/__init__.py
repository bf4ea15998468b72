"""naivebench: the reference benchmark of the naive Bayes family."""

__version__ = "0.1.0"
