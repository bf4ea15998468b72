"""Shared parts of tests: small tables, reference implementations, fixtures of a report, a browser."""
