"""Semi-naive Bayes: methods that search for attributes to join or leave out, or tune probabilities or class
weights.
"""
