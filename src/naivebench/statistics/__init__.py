"""Statistical comparison of classifiers: plain functions on a matrix of scores or on paired differences."""
