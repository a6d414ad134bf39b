# One command for everything a person does. A fresh clone needs python3 (3.11 or newer), make and git.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
BENCH_READY := .venv-bench/.ready
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header

# Compiled modules are kept: the tests start some hundred processes, and each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
PAGE := src/pokerroom/web/page/index.html
PAGE_READY := page/node_modules/.package-lock.json
ENGINE := tests/golden tests/spec tests/unit/ledger tests/unit/log tests/unit/play tests/unit/rules tests/unit/table
# More workers than cores: many tests wait for a clock, a socket or a browser.
PYTEST := $(BIN)/pytest -n 3 --dist worksteal

.PHONY: help run demo-linked page play test quick check style browser soak bench matrix wire licences sbom vulnerabilities lock clean

help:
	@echo 'make run             open the room: it prints one address for the browser'
	@echo 'make demo-linked     three casinos and a host with one payout: cut a line, kill a casino, see what happens'
	@echo 'make play [GAME=...] watch a round in this terminal'
	@echo 'make test            every check: style, types, layers, tests; it brings the page and Chromium'
	@echo 'make quick           style, types, layers and the tests of the engine, in under a minute'
	@echo 'make check           style, types and layers only, and the style of the page where it is installed'
	@echo 'make soak            long random play, and the whole of what make test samples'
	@echo 'make bench           speed, beside the engines others wrote'
	@echo 'make wire            the types of the messages and orders, for the page and for people'
	@echo 'make matrix          which rows of the regulation a test shows to hold'
	@echo 'make licences        the licences of what comes with the room'
	@echo 'make sbom            a bill of materials of the locks, CycloneDX, in dist/'
	@echo 'make vulnerabilities ask whether a package of the locks has a known vulnerability'
	@echo 'make lock            choose the newest dependencies and pin them'
	@echo 'make clean           remove everything that can be made again'

# Without the page the room still runs: its API and sockets need no Node.
run: $(READY)
	@$(MAKE) --no-print-directory page || true
	@$(BIN)/pokerroom serve

demo-linked: $(READY) page
	@$(BIN)/python -m tools.demo_linked

play: $(READY)
	@$(BIN)/pokerroom play $(GAME)

page: $(PAGE)

$(PAGE): $(shell find page/src page/public -type f) page/index.html page/vite.config.ts $(PAGE_READY)
	@cd page && npm run --silent build || \
	    { echo 'The page is not built: npm could not build it. The API starts without it.' >&2; exit 1; }
	@touch $@

$(PAGE_READY): page/package.json page/package-lock.json
	@command -v npm >/dev/null || \
	    { echo 'The page is not built: it needs Node 20.19 or newer and npm. The API starts without it.' >&2; exit 1; }
	@cd page && npm ci --silent --no-audit --no-fund || \
	    { echo 'The page is not built: npm could not install what it needs. The API starts without it.' >&2; exit 1; }
	@touch $@

# The tests look at the style of the page as well, once it is installed. Types are checked while the page is built.
test: $(READY)
	@$(MAKE) --no-print-directory -j 2 style browser
	$(PYTEST)

quick: style
	$(PYTEST) $(ENGINE)

# What could not be had is left out by the tests that need it; they say so at the end of the run.
browser: $(READY)
	@$(MAKE) --no-print-directory page || true
	@tools/chromium.sh $(BIN)/python || true
	@tools/haproxy.sh || true

check: style
	@test ! -d page/node_modules || npm --prefix page run --silent lint

style: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

soak: $(READY)
	POKERROOM_SOAK=1 $(PYTEST) -m 'soak or sampled'

bench: $(BENCH_READY)
	.venv-bench/bin/python bench/engines.py
	.venv-bench/bin/python bench/batch.py
	.venv-bench/bin/python bench/envs.py
	.venv-bench/bin/python bench/ranking.py
	.venv-bench/bin/python bench/store.py
	.venv-bench/bin/python bench/opening.py
	@$(MAKE) --no-print-directory page
	@tools/chromium.sh .venv-bench/bin/python
	.venv-bench/bin/python bench/first_hand.py
	.venv-bench/bin/python bench/tap.py

wire: $(READY)
	@$(BIN)/python -m tools.wire

matrix: $(READY)
	@$(BIN)/python -m tools.matrix --write

licences: $(READY)
	@$(BIN)/python -m tools.licences

sbom: $(READY)
	@$(BIN)/python -m tools.sbom --to dist/pokerroom.cdx.json

vulnerabilities: $(READY)
	@$(BIN)/python -m tools.vulnerabilities

lock: $(READY)
	echo uv | $(COMPILE) --upgrade --no-annotate - --output-file requirements/uv.txt
	$(COMPILE) --upgrade pyproject.toml --output-file requirements/base.txt
	$(COMPILE) --upgrade pyproject.toml --extra dev --output-file requirements/dev.txt
	$(COMPILE) --upgrade pyproject.toml --extra bench --extra dev --output-file requirements/bench.txt

clean:
	rm -rf .venv .venv-bench .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .grimp_cache dist build
	find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(READY): pyproject.toml requirements/dev.txt
	$(call set_up,.venv,requirements/dev.txt)

$(BENCH_READY): pyproject.toml requirements/bench.txt
	$(call set_up,.venv-bench,requirements/bench.txt)

# uv is the faster installer; where it cannot be had, pip installs the same pinned files.
define set_up
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo '$(PYTHON) is older than 3.11, or absent: make PYTHON=/path/to/python3.11 ...' >&2; exit 1; }
	@$(PYTHON) -m venv $(1)
	@if $(1)/bin/pip install --quiet --require-hashes -r requirements/uv.txt && \
	    $(1)/bin/uv pip sync --quiet --python $(1)/bin/python --require-hashes $(2) && \
	    $(1)/bin/uv pip install --quiet --python $(1)/bin/python --no-deps --no-build-isolation -e .; \
	then :; else \
	    $(1)/bin/pip install --quiet --require-hashes -r $(2) && \
	    $(1)/bin/pip install --quiet --no-deps --no-build-isolation -e .; \
	fi
	@touch $@
endef
