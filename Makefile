# make                make the environment, run the whole benchmark, say where the report is
# make setup          make the environment only
# make check          inner loop: style, types and unit tests of plain functions
# make test           the quick tests, in minutes
# make test-long      the other tests: workflow, real data, browser, Slurm, S3, Node, odd values, external suites
# make smoke          a small benchmark in .smoke/, in under a minute
# make full           the benchmark with the papers' repeats
# make lint           check the style of Python, rules and workflow, and types
# make scripts        check and test the page's scripts (make lint does the same where Node is installed)
# make format         fix style, and write the generated tables of docs/ again
# make docs           build the documentation as a site; RUN=. shows the results and the report of the run there
# make licences       write the table of licences in docs/licences.md after a change of a lock file
# make picture        render the picture and results in README.md and paper/ from a finished run (needs chromium)
# make audit          compute every number of a finished run a second time
# make dist           build wheel and source distribution in dist/, and try the wheel in an empty environment
# make bench          compare speed with other programs; ONLY=weka measures one of them
# make clean          delete what was made
# make help           print this list
#
# DIRECTORY=.smoke    lets audit and picture work on a run in another folder

PYTHON ?= python3
CORES ?= all
VENV ?= .venv
DIRECTORY ?= .
BIN := $(VENV)/bin
# every process would compile the modules again if a variable forbade Python to keep them
export PYTHONDONTWRITEBYTECODE :=
READY := $(VENV)/.ready
SNAKEMAKE := $(BIN)/snakemake --cores $(CORES)
# bars in a terminal, and a line for each finished job elsewhere
PROGRESS := $(shell [ -t 2 ] && echo --logger rich || echo --quiet rules reason host)
STATUS := $(BIN)/naivebench status
# errors are shown; warnings, such as those of a mirror that does not answer, are not
PIP := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check
# what `make test` leaves to `make test-long`, and the folders of `make check`
LONG := workflow or data or browser or long
PLAIN := core evaluation methods data/test_discretization.py data/test_discretizers.py
PYTEST := $(BIN)/python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder

.PHONY: all licences setup check quick-tests test test-long smoke audit bench lint scripts format docs picture dist full clean help

all: $(READY)
	@$(SNAKEMAKE) $(PROGRESS)
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

check: $(READY)
	@$(MAKE) --no-print-directory --jobs=2 lint quick-tests

quick-tests: $(READY)
	$(PYTEST) -m "not slow and not ($(LONG))" $(PLAIN:%=tests/%)

test: $(READY)
	$(PYTEST) -m "not ($(LONG))"

test-long: $(READY)
	$(PYTEST) -m "$(LONG)"

smoke: $(READY)
	@$(SNAKEMAKE) $(PROGRESS) --directory .smoke --configfile config/smoke.yaml
	@$(STATUS) .smoke

full: $(READY)
	@$(SNAKEMAKE) $(PROGRESS) --configfile config/full.yaml
	@$(STATUS)

audit: $(READY)
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python tests/oracle/audit.py "$(DIRECTORY)"

bench: $(READY)
	@$(BIN)/python tests/bench/bench.py $(ONLY)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/snakefmt --check Snakefile workflow
	$(BIN)/snakemake --lint
	MYPYPATH=src $(BIN)/mypy
	@$(MAKE) --no-print-directory scripts

# the tools of the page's scripts come from the lock file; where there is no Node, or no registry, nothing is checked
SCRIPTS := src/naivebench/report/scripts tests/report/scripts
TOOLS := envs/scripts/node_modules/.bin
$(TOOLS)/biome: envs/scripts/package-lock.json
	@npm ci --silent --no-audit --no-fund --prefix envs/scripts && touch $@

scripts:
	@if ! { command -v node && command -v npm; } >/dev/null; then echo "scripts: Node is not installed, so the page's scripts are not checked"; \
	elif ! $(MAKE) --no-print-directory --silent $(TOOLS)/biome 2>/dev/null; then echo "scripts: their tools cannot be installed here, so the page's scripts are not checked"; \
	else $(TOOLS)/biome check --config-path=envs/scripts --error-on-warnings --diagnostic-level=warn $(SCRIPTS) && \
	  $(TOOLS)/tsc -p envs/scripts/tsconfig.json && \
	  $(TOOLS)/tsc -p envs/scripts/tsconfig.strict.json && \
	  node --test --test-reporter=dot tests/report/scripts/*.test.mjs; fi

picture: $(READY)
	@$(BIN)/python docs/picture.py "$(DIRECTORY)" reports/example.png
	@$(BIN)/python docs/results_table.py "$(DIRECTORY)" README.md paper/paper.md

licences: $(READY)
	@$(BIN)/python docs/licences.py

docs: $(READY)
	@NO_MKDOCS_2_WARNING=1 NAIVEBENCH_RUN="$(RUN)" $(BIN)/mkdocs build --strict --quiet
	@echo "documentation: $(CURDIR)/site/index.html"

dist: $(READY)
	@rm -rf dist && mkdir dist
	@$(BIN)/python -c 'from flit_core import buildapi; buildapi.build_wheel("dist"); buildapi.build_sdist("dist")'
	@$(PYTHON) -m venv dist/empty
	@dist/empty/bin/python -m pip install --quiet --quiet --disable-pip-version-check dist/*.whl
	@cd dist && empty/bin/python ../tests/docs/first_block.py ../docs/tutorial.md && empty/bin/naivebench predict --help >/dev/null
	@cd dist && empty/bin/python ../tests/docs/first_block.py ../docs/your-table.md && \
	  empty/bin/naivebench try --example --methods nb,gnb,tan --folds 3 --repeats 1 && \
	  test -s try-penguins/report.html
	@rm -rf dist/empty dist/penguins.csv dist/try-penguins
	@ls dist/*

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/snakefmt Snakefile workflow
	$(BIN)/python docs/write_tables.py
	$(BIN)/python docs/examples/write.py
	@if [ -x $(TOOLS)/biome ]; then $(TOOLS)/biome check --write --config-path=envs/scripts $(SCRIPTS); fi

clean:
	rm -rf .smoke site dist results logs benchmarks .snakemake reports/index.html reports/tables data/prepared data/discretized

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile
