# Every target sets itself up: nothing but Python 3.11+ and make is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: venv demo test bench lint clean

venv: $(VENV)/.dev

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "unseen needs Python 3.11 or later; set PYTHON=…")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

# The demo needs no development tools; the tests do.
$(VENV)/.core: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[plots]'
	@touch $@

$(VENV)/.dev: $(VENV)/.core
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

$(VENV)/.bench: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --editable '.[dev,bench]'
	@touch $@

demo: $(VENV)/.core
	$(BIN)/unseen predict schnapsen --games 200 --seed 1

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto --dist worksteal

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clean:
	rm -rf $(VENV) dist build
