# Warbook from an empty clone: `make play` or `make test` need Python 3.11 or later, Node 20 and make, nothing else.
# The first run makes an environment in .venv, installs into it and builds the client; later runs start at once.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-print-directory

ENV := .venv
BIN := $(ENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
SAY := printf '\033[1m==>\033[0m %s\n'
CLIENT := src/warbook/web/client
BUILT := src/warbook/web/built/index.html
PAGES := $(shell find $(CLIENT) -path '*/node_modules' -prune -o -type f -not -name 'protocol.*' -print)

.PHONY: help play terminal client test lint bench fuzz attack rulings clean

help:
	@echo 'make play     the table in the browser, a battle against a bot ready on it'
	@echo 'make terminal the same battle at the terminal'
	@echo 'make client   build the pages of the table'
	@echo 'make test     everything that continuous integration checks'
	@echo 'make lint     style, types and the direction of imports'
	@echo 'make bench    speed and memory, beside other engines, in one run'
	@echo 'make fuzz     random battles until one fails; FUZZ="--games 500" says how many'
	@echo 'make attack   attacks on a server of its own, in five minutes; ATTACK="dots walls" says which'
	@echo 'make rulings  the table of catalogue entries and the tests that show them'
	@echo 'make clean    remove the environment and everything that was built'

play: $(ENV)/.installed $(BUILT)
	@$(BIN)/warbook serve $(or $(PLAY),hive-stand-off)

terminal: $(ENV)/.installed
	@$(BIN)/warbook play $(or $(PLAY),hive-stand-off)

client: $(BUILT)

test: lint $(ENV)/.browsing
	@$(SAY) 'Running the tests of the client'
	@cd $(CLIENT) && npm test --silent
	@$(SAY) 'Running the tests'
	@$(BIN)/pytest -n 2

lint: $(ENV)/.developing $(BUILT)
	@$(SAY) 'Checking the style'
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(SAY) 'Checking the types'
	@$(BIN)/mypy
	@$(SAY) 'Checking the direction of imports'
	@$(BIN)/lint-imports
	@$(SAY) 'Checking the client'
	@cd $(CLIENT) && npm run check --silent

bench: $(ENV)/.comparing
	@$(BIN)/python -m bench.run $(BENCH)

fuzz: $(ENV)/.developing
	@$(BIN)/python -m warbook.testing.fuzz $(FUZZ)

attack: $(ENV)/.developing $(BUILT)
	@$(BIN)/python -m attack.run $(ATTACK)

rulings: $(ENV)/.developing
	@$(BIN)/pytest --rulings $(RULINGS)

clean:
	@rm -rf $(ENV) $(dir $(BUILT)) $(CLIENT)/node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- the environment -------------------------------------------------------------------------------------------------

$(ENV)/.made:
	@python=; for try in python3.11 python3 python3.12 python3.13 python3.14 python; do \
	    if command -v $$try >/dev/null && $$try -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	    then python=$$try; break; fi; done; \
	if [ -z "$$python" ]; then \
	    echo 'Warbook needs Python 3.11 or later; found none on the PATH. Install it and run make again.' >&2; exit 1; fi; \
	$(SAY) "Making an environment in $(ENV) with $$($$python --version)"; \
	$$python -m venv $(ENV) || { \
	    echo "$$python cannot make an environment (on Debian and Ubuntu: apt install $$python-venv)." >&2; \
	    rm -rf $(ENV); exit 1; }
	@$(SAY) 'Bringing pip up to date'
	@$(PIP) install --upgrade 'pip>=25.1'
	@touch $@

$(ENV)/.installed: pyproject.toml | $(ENV)/.made
	@$(SAY) 'Installing Warbook and what it uses (a minute, the first time)'
	@$(PIP) install --editable '.[fast,web]' || { \
	    $(SAY) 'No numba for this Python: installing without it, which is slower and gives the same results'; \
	    $(PIP) install --editable '.[web]'; }
	@touch $@

$(BUILT): $(PAGES) build_client.py src/warbook/web/protocol.py src/warbook/web/api.py | $(ENV)/.installed
	@$(SAY) 'Building the pages of the table (half a minute, the first time)'
	@$(PIP) install 'hatchling>=1.27'
	@$(BIN)/python build_client.py
	@touch $@

# The tests drive a real browser and, where they can have one, a PostgreSQL server; both are Debian packages.
$(ENV)/.browsing: $(ENV)/.developing
	@missing=; command -v chromium >/dev/null || missing=chromium; \
	compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing="$$missing postgresql"; \
	if [ -n "$$missing" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    $(SAY) "Installing from Debian: $$missing"; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing >/dev/null; \
	elif [ -n "$$missing" ]; then \
	    $(SAY) "Not installed: $$missing; the tests that need it say so and are skipped (apt install $$missing)"; fi
	@touch $@

$(ENV)/.comparing: $(ENV)/.developing
	@$(SAY) 'Installing the engines to compare with'
	@$(PIP) install --group bench || $(SAY) 'Not all of them can be had here; the bench says which are skipped'
	@touch $@

$(ENV)/.developing: $(ENV)/.installed
	@$(SAY) 'Installing what the tests use'
	@$(PIP) install --group dev
	@touch $@
