"""Semi-naive Bayes: methods that join or leave out attributes, or tune probabilities or class weights."""
