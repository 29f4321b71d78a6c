# Warbook from an empty clone: `make play` or `make test` need Python 3.11 or later, Node (20.19, 22.12, or 24 and later) and
# make, nothing else.  The first run makes an environment in .venv, installs into it and builds the client; later runs
# start at once.  Whatever may be silent for long is run by scripts/with-clock, which says that it still runs.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-print-directory

ENV := .venv
BIN := $(ENV)/bin
APT := env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 apt-get -qq -o Dpkg::Options::=--force-confold </dev/null
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
SAY := printf '\033[1m==>\033[0m %s\n'
CLOCK := $(CURDIR)/scripts/with-clock
CLIENT := src/warbook/web/client
BUILT := src/warbook/web/built/index.html
PAGES := $(shell find $(CLIENT) -path '*/node_modules' -prune -o -type f -not -name 'protocol.*' -print)

.PHONY: help play terminal client test docs lint bench fuzz mutants attack audit constraints rulings clean

help:
	@echo 'make play     the table in the browser, a battle against a bot ready on it'
	@echo 'make terminal the same battle at the terminal'
	@echo 'make client   build the pages of the table'
	@echo 'make test     everything that continuous integration checks'
	@echo 'make docs     the documentation as pages, with the reference of the Python API; no network to read them'
	@echo 'make lint     style, types and the direction of imports'
	@echo 'make bench    speed and memory, beside other engines, in one run'
	@echo 'make fuzz     random battles until one fails; FUZZ="--games 500" says how many'
	@echo 'make mutants  rules changed at random, and what no test notices; COUNT=200 SEED=1 say how many and which'
	@echo 'make attack   attacks on a server of its own, in five minutes; ATTACK="dots walls" says which'
	@echo 'make audit    known holes in what a deployment installs, as far as the indexes can be reached'
	@echo 'make constraints  the versions that a deployment installs: those that are installed here'
	@echo 'make rulings  the table of catalogue entries and the tests that show them'
	@echo 'make clean    remove the environment and everything that was built'

play: $(ENV)/.installed $(BUILT)
	@$(BIN)/warbook serve $(or $(PLAY),hive-stand-off)

terminal: $(ENV)/.installed
	@$(BIN)/warbook play $(or $(PLAY),hive-stand-off)

client: $(BUILT)

test: lint docs $(ENV)/.browsing
	@cd $(CLIENT) && $(CLOCK) 'Running the tests of the client' npm test --silent
	@$(SAY) 'Running the tests (many minutes on two cores; what takes long is named)'
	@$(BIN)/pytest -n 2 --dist worksteal

lint: $(ENV)/.developing $(BUILT)
	@$(SAY) 'Checking the style'
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(CLOCK) 'Checking the types (a minute or two the first time, then seconds)' $(BIN)/mypy
	@$(CLOCK) 'Checking the direction of imports' $(BIN)/lint-imports
	@cd $(CLIENT) && $(CLOCK) 'Checking the client' npm run check --silent

docs: $(ENV)/.documenting
	@$(CLOCK) 'Building the documentation (half a minute or so); whatever does not fit is an error' \
	    $(BIN)/sphinx-build -q -W --keep-going -b html -c docs . build/docs
	@echo 'It begins at build/docs/index.html'

bench: $(ENV)/.comparing
	@$(BIN)/python -m bench.run $(BENCH)

fuzz: $(ENV)/.developing
	@$(BIN)/warbook compile
	@$(BIN)/python -m warbook.testing.fuzz $(FUZZ)

mutants: $(ENV)/.developing
	@$(BIN)/warbook compile
	@$(BIN)/python -m mutants.run $(or $(COUNT),200) $(or $(SEED),1)

attack: $(ENV)/.developing $(BUILT)
	@$(BIN)/python -m attack.run $(ATTACK)

audit: $(ENV)/.auditing
	@$(BIN)/python -m scripts.audit

constraints: $(ENV)/.developing
	@$(BIN)/python -m scripts.constraints

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
	$(CLOCK) "Making an environment in $(ENV) with $$($$python --version)" $$python -m venv $(ENV) || { \
	    echo "$$python cannot make an environment (on Debian and Ubuntu: apt install $$python-venv)." >&2; \
	    rm -rf $(ENV); exit 1; }
	@$(CLOCK) 'Bringing pip up to date' $(PIP) install --upgrade 'pip>=25.1'
	@touch $@

$(ENV)/.installed: pyproject.toml | $(ENV)/.made
	@$(CLOCK) 'Installing Warbook and what it uses (a minute or so)' $(PIP) install --editable '.[fast,web,png]' || \
	    $(CLOCK) 'Not all of it is there for this Python: installing without numba (slower, the same results) and without PNG pictures' \
	        $(PIP) install --editable '.[web]'
	@touch $@

$(BUILT): $(PAGES) build_client.py src/warbook/web/protocol.py src/warbook/web/api.py | $(ENV)/.installed
	@$(CLOCK) 'Installing what builds the pages of the table' $(PIP) install 'hatchling>=1.27'
	@$(CLOCK) 'Building the pages of the table (half a minute or so)' $(BIN)/python build_client.py
	@touch $@

# The tests drive a real browser and, where they can have one, a PostgreSQL server; both are Debian packages.  Only root
# can install them: `make test DEBIAN=no` leaves that out, and whoever is not root is told what is skipped.
$(ENV)/.browsing: $(ENV)/.developing
	@missing=; command -v chromium >/dev/null || missing=chromium; \
	compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing="$${missing:+$$missing }postgresql"; \
	if [ -z "$$missing" ]; then touch $@; \
	elif [ '$(DEBIAN)' != no ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    $(SAY) "You are root: the tests need Debian packages that are missing, and apt-get installs them now: $$missing"; \
	    echo '    (it asks nothing; make test DEBIAN=no installs none and skips the tests that need them)'; \
	    if $(CLOCK) 'Reading the lists of Debian packages' $(APT) update && $(CLOCK) "Installing the Debian packages $$missing" $(APT) install -y $$missing; then touch $@; \
	    else $(SAY) "They could not be installed: the tests that need them are skipped"; fi; \
	else \
	    $(SAY) "Not installed: $$missing.  The tests that need it are skipped; as root: apt-get install $$missing"; fi

$(ENV)/.comparing: $(ENV)/.developing
	@$(CLOCK) 'Installing the engines to compare with' $(PIP) install --group bench || \
	    $(SAY) 'Not all of them can be had here; the bench says which are skipped'
	@touch $@

$(ENV)/.auditing: $(ENV)/.developing
	@$(CLOCK) 'Installing pip-audit' $(PIP) install --group audit
	@touch $@

$(ENV)/.documenting: $(ENV)/.installed
	@$(CLOCK) 'Installing what builds the documentation' $(PIP) install --group docs
	@touch $@

$(ENV)/.developing: $(ENV)/.installed
	@$(CLOCK) 'Installing what the tests use (a minute or so)' $(PIP) install --group dev
	@touch $@
