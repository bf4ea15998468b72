"""The methods as users see them, including the functions that they leave to the module of their `Model`."""

from naivebench.models import catalogue, registry

for module in {stanza["module"] for stanza in catalogue.read_methods().values()}:
    registry.load(module)
