"""Naive Bayes for angles and directions, with von Mises and von Mises-Fisher densities."""
