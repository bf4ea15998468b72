"""Semi-naive Bayes: attributes joined or left out, probabilities and class weights tuned, by search."""
