"""Counts of Weka on 54 tables: a case-by-case comparison of our methods with Weka."""
