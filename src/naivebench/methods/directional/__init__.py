"""Naive Bayes for angles and directions, by von Mises and von Mises-Fisher densities."""
