"""The section of the report on jambeiro2007."""
