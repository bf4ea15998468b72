"""Published results of naivebench: `naivebench.results.load("1.0")` reads the scores of a release."""

from naivebench.benchmark.publication.published import Published, load

__all__ = ["Published", "load"]
