"""Make a finished run citable: an archive with its metadata, and the differences between two runs."""
