"""The commands of `naivebench`, one module each: `run(arguments)` with the parsed arguments of
`naivebench.cli.main`.
"""
