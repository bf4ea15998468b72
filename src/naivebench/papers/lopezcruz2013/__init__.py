"""López-Cruz et al. 2013: naive Bayes for angles and directions."""
