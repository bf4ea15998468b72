"""Decision trees, and trees whose nodes or leaves are naive Bayes classifiers."""
