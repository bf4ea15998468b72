"""The arguments of the commands, apart from the modules that do their work, so that `--help` does not import
numpy.
"""
