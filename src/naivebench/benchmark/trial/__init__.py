"""Try the family on one table: which naive Bayes is good enough for it, and how sure that is.

The parts of the benchmark do the work. Folds, cut points, jobs, metrics and tests are those of the workflow,
so a data set with the same stanza gets the same scores there, bit for bit.
"""
