# `make` reproduces the study `paper`, `make test` passes the tests; both set up .venv first.
# Needs only Python 3.11 or newer with pip, and make; uses uv where it is there.

PYTHON ?= python3
CORES ?= $(shell $(PYTHON) -c 'import os; print(os.cpu_count())')
STUDY ?= paper
BIN := .venv/bin

.PHONY: study setup test benchmarks readme lock clean

study: setup
	@echo "Making the study $(STUDY) on $(CORES) cores; what is there already is not made again."
	@$(BIN)/snakemake --cores $(CORES) --config study=$(STUDY)

test: setup
	$(BIN)/pytest -n $(CORES) --dist loadgroup $(PYTEST)

# A study that is made is asked for once more: `smoke` must be there.
benchmarks: setup
	$(BIN)/snakemake --cores $(CORES) --config study=smoke
	$(BIN)/python -m benchmarks

# Refreshes docs/verdicts.csv and the README from the study `paper`.
readme: study
	$(BIN)/pastimes readme

setup: .venv/ready

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version.split()[0])'
	@echo "Installing what pastimes needs into .venv: a minute or a few, once."
	@if command -v uv > /dev/null; then \
	    uv venv --quiet --clear --python "$$(command -v $(PYTHON))" .venv && \
	    uv pip install --quiet --compile-bytecode --python $(BIN)/python -r requirements.lock && \
	    uv pip install --quiet --python $(BIN)/python --no-deps --editable .; \
	else \
	    $(PYTHON) -m venv --clear .venv && \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock && \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .; \
	fi
	@$(BIN)/python -m compileall -q --invalidation-mode checked-hash src
	@touch $@
	@echo "Installed."

# Rewrites the pins from the ranges in pyproject.toml, in an environment of its own.
lock:
	$(PYTHON) -m venv --clear .venv-lock
	.venv-lock/bin/pip install --quiet '.[test,browser]'
	.venv-lock/bin/pip freeze --exclude pastimes | sort --ignore-case > requirements.lock
	rm -r .venv-lock

clean:
	rm -rf .venv .cache .snakemake
