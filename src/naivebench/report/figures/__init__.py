"""Figures of the report, listed in `catalogue`."""
