# make run     the app, in its own .venv, with pinned packages; prints its address
# make serve   the same for many: warm from the start, one process a core behind nginx (deploy/README.md)
# make test    linters, types and all tests, with a browser where one can be had
# make help    the other targets

PYTHON ?= python3
PORT ?=
FLAGS ?=
PYTEST_FLAGS ?=
JOBS ?= 2

PY = .venv/bin/python
BIOME = node_modules/.bin/biome
PIP = $(PY) -m pip install -qq --disable-pip-version-check

# Where this is set, Python compiles the whole app anew for every test run and every server in it.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run serve models test fast fuzz lint format bench clean
.DEFAULT_GOAL := help

help:
	@echo "make run     start the app (PORT=8600, FLAGS=\"--server.runOnSave true\" and the like)"
	@echo "make models  what the page 真实模型 needs to run models here (PyTorch: large)"
	@echo "make serve   the app as a server for many; deploy/README.md has the rest"
	@echo "make test    ruff, mypy, and all tests, the browser tests too (PYTEST_FLAGS=\"-k tokens\" and the like)"
	@echo "make fast    under a minute, for while you type: the tests without browser, servers, databases, PyTorch"
	@echo "make fuzz    some 40,000 hostile inputs (CASES=400 for twice as many, SEED=7 for others)"
	@echo "make lint    ruff, mypy and vulture only; biome where npm is at hand"
	@echo "make format  let ruff and biome put the code in shape"
	@echo "make bench   measure what the README quotes"
	@echo "make clean   remove .venv and all caches"
	@echo "Processes:   JOBS=4 for more than two (make test, make fast); PYTEST_FLAGS=-n0 for one, which a debugger wants"
	@echo "Python:      PYTHON=python3.12 picks another interpreter, 3.11 or newer"

run: .venv/run.stamp
	@$(PY) -m streamlit run app.py $(if $(PORT),--server.port $(PORT)) $(FLAGS)

models: .venv/run.stamp
	@$(PIP) -r requirements-models.txt

serve: .venv/run.stamp
	@$(PY) -m deploy.server $(if $(PORT),--port $(PORT)) $(FLAGS)

test: lint .venv/all.stamp
	@$(PY) tools/browser.py
	@$(PY) -m tools.postgres
	@$(PY) -m tools.nginx
	@$(PY) -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder $(PYTEST_FLAGS)

fast: .venv/dev.stamp
	@$(PY) -m pytest -n $(JOBS) --dist worksteal -m "not slow" --hypothesis-profile quick $(PYTEST_FLAGS)

fuzz: .venv/all.stamp
	@FUZZ_CASES=$(or $(CASES),200) FUZZ_SEED=$(or $(SEED),20) $(PY) -m pytest tests/fuzz $(PYTEST_FLAGS)

lint: .venv/dev.stamp node_modules/.stamp
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy
	@$(PY) -m vulture
	@! test -e node_modules/.stamp || $(BIOME) check --error-on-warnings

format: .venv/dev.stamp node_modules/.stamp
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .
	@! test -e node_modules/.stamp || $(BIOME) check --write

bench: .venv/all.stamp
	@$(PY) tools/browser.py
	@$(PY) -m tools.postgres
	@$(PY) -m benchmarks

clean:
	rm -rf .venv node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

# A stamp is younger than the requirements that it stands for: nothing is installed twice, and nothing is asked of the network then.

.venv/run.stamp: requirements.txt .venv/bin/python
	@echo "Installing the app's packages into .venv (a minute or two, once) ..."
	@$(PIP) -r requirements.txt
	@touch $@

.venv/dev.stamp: requirements-dev.txt .venv/run.stamp
	@echo "Installing the test tools into .venv ..."
	@$(PIP) -r requirements-dev.txt
	@touch $@

.venv/all.stamp: requirements-corpus.txt requirements-postgres.txt requirements-models.txt .venv/dev.stamp
	@echo "Installing what only some tests need into .venv: PyTorch, transformers, psycopg, Dask ..."
	@$(PIP) -r requirements-corpus.txt -r requirements-postgres.txt -r requirements-models.txt
	@touch $@

# biome for scripts and styles, axe-core for the browser tests. Without npm, or out of its reach, the rest goes on.
node_modules/.stamp: package-lock.json
	@{ npm ci --ignore-scripts --silent && touch $@; } || \
		echo "npm cannot install package-lock.json here: biome does not check scripts and styles, and tests that want axe-core are skipped"

.venv/bin/python:
	@command -v "$(PYTHON)" >/dev/null 2>&1 || { \
		echo "$(PYTHON) was not found. Install Python 3.11 or newer, or name one: make run PYTHON=/path/to/python3"; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$(PYTHON) is $$("$(PYTHON)" --version 2>&1), but Python 3.11 or newer is needed. Name another: make run PYTHON=python3.12"; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make virtual environments. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	@"$(PYTHON)" -m venv --clear .venv
