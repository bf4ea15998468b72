# make                make the environment, run the whole benchmark, say where the report is
# make setup          make the environment only
# make smoke          a small benchmark in .smoke/, in under a minute
# make full           the benchmark with the papers' numbers of repeats
# make test           the quick tests, in minutes
# make test-long      the other tests: workflow, real data, browser, Slurm, S3, outside suites
# make check          inner loop: style of Python and rules, types, unit tests of plain functions
# make format         fix style, and write the generated parts of docs/ again
# make docs           build the documentation as a site, site/index.html
# make help           print this list
#
# naivebench status   how far a run is; at its end, what it lacks

PYTHON ?= python3
CORES ?= all
VENV ?= .venv
BIN := $(VENV)/bin
# every process would compile the modules again if a variable forbade Python to keep them
export PYTHONDONTWRITEBYTECODE :=
READY := $(VENV)/.ready
SNAKEMAKE := $(BIN)/snakemake --cores $(CORES)
# bars in a terminal, and a line for each finished job elsewhere
PROGRESS := $(shell [ -t 2 ] && echo --logger rich || echo --quiet rules reason host)
STATUS := $(BIN)/naivebench status
# Snakemake looks for jobs once in this time for every finished job, and waits as long at its end: a long run
# spends less on looking, and a short one need not wait
LONG_RUN := --max-jobs-per-timespan 1000/30s
SHORT_RUN := --max-jobs-per-timespan 1000/1s
# errors are shown; warnings, such as those of a mirror that does not answer, are not
PIP := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check
# what `make test` leaves to `make test-long`, and what `make check` tests
LONG := workflow or data or browser or long
PLAIN := core evaluation methods
PYTEST := $(BIN)/python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder

.PHONY: all setup smoke full test test-long check format docs help

all: $(READY)
	@$(SNAKEMAKE) $(PROGRESS) $(LONG_RUN)
	@$(STATUS)

setup: $(READY)
	@echo "environment: $(VENV); for snakemake and naivebench by name, in every shell: . $(BIN)/activate"

$(READY): envs/requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "naivebench needs Python 3.11 or newer, this is " + sys.version.split()[0] + "; call make PYTHON=python3.11")'
	@echo "environment: installing packages into $(VENV), which takes some minutes"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) --require-hashes -r envs/requirements.txt
	@$(PIP) --no-build-isolation --no-deps -e .
	@echo "environment: compiling the loops, which takes a minute"
	@$(BIN)/python -m naivebench.models.catalogue
	@touch $@

smoke: $(READY)
	@$(SNAKEMAKE) $(PROGRESS) $(SHORT_RUN) --directory .smoke --configfile config/smoke.yaml
	@$(STATUS) .smoke

full: $(READY)
	@$(SNAKEMAKE) $(PROGRESS) $(LONG_RUN) --configfile config/full.yaml
	@$(STATUS)

test: $(READY)
	$(PYTEST) -m "not ($(LONG))"

test-long: $(READY)
	$(PYTEST) -m "$(LONG)"

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/snakefmt --check Snakefile workflow
	$(BIN)/snakemake --lint
	MYPYPATH=src $(BIN)/mypy
	$(if $(PLAIN),$(PYTEST) -m "not slow and not ($(LONG))" $(PLAIN:%=tests/%))

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/snakefmt Snakefile workflow
	$(BIN)/python docs/write_tables.py
	$(BIN)/python docs/write_examples.py

docs: $(READY)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "documentation: $(CURDIR)/site/index.html"

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile
