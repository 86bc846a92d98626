# Every target sets up what it needs in .venv, from PYTHON (3.11 to 3.13).
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
WORKERS ?= $(shell nproc 2>/dev/null || echo 2)
EXAMPLES ?= 50
DEVICE ?= cpu

.PHONY: help demo test lint docs conformance benchmark amd-compile hipsim clean

help:
	@echo "make demo         set up, then run the examples on the default device"
	@echo "make test         set up, then run the tests"
	@echo "make lint         ruff and mypy --strict"
	@echo "make docs         build the documentation into site/"
	@echo "make conformance  array-api-tests (EXAMPLES=$(EXAMPLES) DEVICE=$(DEVICE))"
	@echo "make benchmark    the cost of a call, and of chains, beside NumPy's"
	@echo "make amd-compile  every kernel for every AMD target (needs clang 19 or later)"
	@echo "make hipsim       the HIP simulator's own tests"

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

# One stamp a set of extras: set up again only when pyproject.toml changes.
$(VENV)/.installed-%: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[$*]'
	@touch $@

demo: $(VENV)/.installed-examples
	$(BIN)/python examples/run_all.py

test: $(VENV)/.installed-test
	$(BIN)/python -m pytest -n $(WORKERS)
	LFS_HIP_EAGER_SIZE=-1 $(BIN)/python -m pytest -n $(WORKERS) tests/api
	LFS_HIP_FUSION=0 $(BIN)/python -m pytest -n $(WORKERS) tests/api
	$(BIN)/python -m pytest --doctest-modules --ignore=lfs_hip_array/gpu lfs_hip_array  # gpu/ imports CuPy

lint: $(VENV)/.installed-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(VENV)/.installed-docs
	$(BIN)/python -m mkdocs build --strict

conformance: $(VENV)/.installed-test
	$(BIN)/python conformance/run.py --device $(DEVICE) --max-examples $(EXAMPLES)

benchmark: $(VENV)/.installed-test
	$(BIN)/python benchmarks/dispatch.py

amd-compile: $(VENV)/.installed-test
	$(BIN)/python tests/amd_compile/run.py --jobs $(WORKERS)

hipsim:
	sh hipsim/ci.sh

clean:
	rm -rf $(VENV) site build dist .cache examples/output
