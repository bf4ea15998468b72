"""A textbook chapter on naive Bayes and inference: worked examples."""
