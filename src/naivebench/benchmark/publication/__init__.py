"""A finished run made citable: an archive with its metadata, and what differs between two of them."""
