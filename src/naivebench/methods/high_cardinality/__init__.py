"""Methods for attributes with many values: combinations of values smoothed by their parts, merged values, and
compressed tables.
"""
