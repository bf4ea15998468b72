"""naivebench: the reference benchmark of the naive Bayes family."""

__version__ = "0.1.0"
RESULTS_VERSION = "2.1.0"  # docs/publication.md#versions says when it rises
