"""The jobs of the workflow: their arguments, settings and files, their environment, and the work of the rules
that is more than one call (one module per rule).
"""
