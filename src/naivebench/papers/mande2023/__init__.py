"""Counts of Weka on 54 tables: do our methods agree with Weka case by case?"""
