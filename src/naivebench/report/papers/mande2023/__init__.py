"""The section of the report on mande2023."""
