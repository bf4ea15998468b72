"""Try the naive Bayes family on one table, with the folds, fits, metrics and tests of the benchmark."""
