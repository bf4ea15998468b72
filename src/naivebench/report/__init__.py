"""Turn finished results into tables, figures and one self-contained page."""
