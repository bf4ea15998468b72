"""Methods for attributes with many values: smoothed combinations, merged values, and compressed tables."""
