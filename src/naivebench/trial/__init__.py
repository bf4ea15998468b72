"""Try the naive Bayes family on one table: find a member that is good enough, and how certain that is.

The modules of the benchmark do the work, with the folds, cut points, jobs, metrics and tests of the
workflow, so a data set with the same stanza gets the same scores there, bit for bit.
"""
