"""What several tests use: made tables, reference implementations, fixtures of a report, a browser."""
