"""The commands of `naivebench`, one module each. Each module has `run(arguments)`, which takes the arguments
parsed by `main`.
"""
