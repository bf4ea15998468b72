"""The section of the report on textbook18."""
