"""Few nominal attributes with thousands of values: classifiers that estimate from combinations of values."""
