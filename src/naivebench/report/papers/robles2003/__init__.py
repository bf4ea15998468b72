"""The section of the report on robles2003."""
