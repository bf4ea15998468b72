"""Static pages about the results of a run, with tables and figures from its CSV files."""
