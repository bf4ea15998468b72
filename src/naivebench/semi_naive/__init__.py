"""Semi-naive Bayes: attributes joined into groups, probabilities tuned, classes weighted (Robles et al.
2003).
"""
