"""Directional naive Bayes: angles and directions by von Mises and von Mises-Fisher densities (Lopez-Cruz et
al. 2013).
"""
