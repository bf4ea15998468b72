"""Entry point of `naivebench` and `python -m naivebench`."""

from sys import argv, exit

from naivebench.cli.main import main


def run() -> int:
    """Run the command in the arguments of the process, and return its exit status."""
    return main(argv[1:])


if __name__ == "__main__":
    exit(run())
