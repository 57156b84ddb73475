# `make demo` and `make test` do their own set-up on a machine that has Python 3.11 or newer with venv and pip.
NEW_ENOUGH = import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11 python,\
	$(shell $(name) -c '$(NEW_ENOUGH)' >/dev/null 2>&1 && echo $(name))))
VENV := .venv
BIN := $(VENV)/bin
DONE := $(VENV)/installed

.PHONY: help setup demo test lint slow fuzz bench studies clean

help:
	@echo 'make demo   set up, then analyse an example hand and a match'
	@echo 'make test   set up, then run the tests'
	@echo 'make lint   style, types and layers'
	@echo 'make slow   the tests that take minutes'
	@echo 'make fuzz   a million mutated hands of every format'
	@echo 'make bench  speed and size, against other libraries'
	@echo 'make studies  the papers'\'' experiments at full size, into docs/results/ (an hour or two; continues where it was stopped)'
	@echo 'make clean  remove the virtual environment'

setup: $(DONE)

$(DONE): pyproject.toml Makefile
	@test -n '$(PYTHON)' || { echo 'deluck needs Python 3.11 or newer with venv and pip: none found. Name one: make PYTHON=/path/to/python3.11 …' >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(DONE)

demo: $(DONE)
	@$(BIN)/deluck demo

test: $(DONE)
	$(BIN)/python -m pytest -n 2 --dist loadfile

lint: $(DONE)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

slow: $(DONE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	$(BIN)/python -m pytest -m slow

fuzz: $(DONE)
	$(BIN)/python -m tests.fuzz.million

bench: $(DONE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(BIN)/python benchmarks/run.py

studies: $(DONE)
	$(BIN)/deluck study all --full --jobs 2 --keep .studies --output docs/results --overwrite

clean:
	rm -rf $(VENV)
