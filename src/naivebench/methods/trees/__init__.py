"""Decision trees (C4.5), and trees whose nodes or leaves are naive Bayes classifiers."""
