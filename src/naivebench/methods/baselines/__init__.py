"""Methods to compare with: the majority class, and scikit-learn behind the functions of every method."""
