"""Comparison of methods: plain functions on a matrix of scores or on paired differences."""
