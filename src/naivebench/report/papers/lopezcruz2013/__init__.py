"""The section of the report on lopezcruz2013."""
