"""Pages about the results of a run: tables, figures and static pages, all made from CSV files."""
