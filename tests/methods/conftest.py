"""The methods as all users see them: complete with what they leave to the module of their `Model`."""

from naivebench.models import catalogue, registry

for module in {stanza["module"] for stanza in catalogue.methods().values()}:
    registry.load(module)
