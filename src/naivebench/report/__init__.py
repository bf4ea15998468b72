"""From finished results to tables, figures and one self-contained page."""
