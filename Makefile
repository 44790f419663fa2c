# make demo   the main job, offline, without a key        make check  format, lint, types, import directions
# make test   the tests                                   make bench  speed, as ratios against peers
# make lock   renew requirements/*.txt                    make test-wide  the tests of litellm and instructor
# make test-bertscore   the tests of BERTScore and embeddings, and their benchmark
# make test-oracles   agreement and statistics against other packages
.DELETE_ON_ERROR:
.PHONY: demo test test-slow test-wide test-bertscore test-oracles check lock bench clean

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(firstword $(foreach v,python3 python3.13 python3.12 python3.11 python3.14,$(shell \
	$(v) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $(v))))
READY := $(VENV)/.ready
WIDE := .venv-wide
BERTSCORE := .venv-bertscore
ORACLES := .venv-oracles
TORCH := torch==2.13.0
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock"

demo: $(READY)
	$(BIN)/judgekit demo --out out/demo

test: $(READY)
	$(BIN)/python -m pytest

test-slow: $(READY)
	$(BIN)/python -m pytest -m slow

# litellm and instructor keep openai at an older release, so they have an environment of their own.
# litellm leaves coroutines behind when a call is cancelled; pytest would count them against a test.
test-wide: $(WIDE)/.ready
	$(WIDE)/bin/python -m pytest -W ignore::pytest.PytestUnraisableExceptionWarning \
		-W ignore::RuntimeWarning -m "slow or not slow" tests/providers

# torch is gigabytes and in no lock: it comes first, then the rest without it.
test-bertscore: $(BERTSCORE)/.ready
	HF_HUB_OFFLINE=1 $(BERTSCORE)/bin/python -m pytest -m "slow or not slow" tests/metrics_scorers
	HF_HUB_OFFLINE=1 $(BERTSCORE)/bin/python -m bench bertscore

# The packages are test-only, some under the GPL. Tests skip what is not installed, so it is asked
# for first; what was compared is printed, with the largest difference of each figure.
test-oracles: $(ORACLES)/.ready
	$(ORACLES)/bin/python -c "import irrCAC.raw, krippendorff, pingouin, ppi_py, sklearn, statsmodels"
	$(ORACLES)/bin/python -m pytest -m "slow or not slow" tests/oracles

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python -m bench

lock: $(READY)
	$(COMPILE) requirements/build.in --output-file requirements/build.txt
	$(COMPILE) pyproject.toml --group dev --extra anthropic --extra cost --extra excel \
		--extra openai --output-file requirements/dev.txt
	$(COMPILE) pyproject.toml --group dev --extra anthropic --extra instructor --extra litellm \
		--extra openai --output-file requirements/wide.txt
	$(COMPILE) requirements/bertscore.in pyproject.toml --extra bertscore --extra embed \
		--override requirements/without-torch.txt --no-emit-package torch \
		--output-file requirements/bertscore.txt
	$(COMPILE) requirements/oracles.in pyproject.toml --output-file requirements/oracles.txt
	$(COMPILE) requirements/oracles-alone.in --no-deps --output-file requirements/oracles-alone.txt

clean:
	rm -rf $(VENV) $(WIDE) $(BERTSCORE) $(ORACLES) out dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(READY): pyproject.toml requirements/build.txt requirements/dev.txt
	$(if $(PYTHON),,$(error no Python >= 3.11 with venv found; install one, or say make PYTHON=/path/to/python3))
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/build.txt
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-build-isolation --require-hashes -r requirements/dev.txt
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	touch $(READY)

$(WIDE)/.ready: pyproject.toml requirements/build.txt requirements/wide.txt $(READY)
	$(PYTHON) -m venv --clear $(WIDE)
	$(WIDE)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/build.txt
	$(BIN)/uv pip install --quiet --python $(WIDE)/bin/python --no-build-isolation --require-hashes -r requirements/wide.txt
	$(BIN)/uv pip install --quiet --python $(WIDE)/bin/python --no-deps --no-build-isolation --editable .
	touch $(WIDE)/.ready

$(BERTSCORE)/.ready: pyproject.toml requirements/build.txt requirements/bertscore.txt $(READY)
	$(PYTHON) -m venv --clear $(BERTSCORE)
	$(BERTSCORE)/bin/python -m pip install --quiet --disable-pip-version-check $(TORCH)
	$(BERTSCORE)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/build.txt
	$(BIN)/uv pip install --quiet --python $(BERTSCORE)/bin/python --no-build-isolation --no-deps --require-hashes -r requirements/bertscore.txt
	$(BIN)/uv pip install --quiet --python $(BERTSCORE)/bin/python --no-deps --no-build-isolation --editable .
	touch $(BERTSCORE)/.ready

$(ORACLES)/.ready: pyproject.toml requirements/build.txt requirements/oracles.txt requirements/oracles-alone.txt $(READY)
	$(PYTHON) -m venv --clear $(ORACLES)
	$(ORACLES)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/build.txt
	$(BIN)/uv pip install --quiet --python $(ORACLES)/bin/python --no-build-isolation --require-hashes -r requirements/oracles.txt
	$(BIN)/uv pip install --quiet --python $(ORACLES)/bin/python --no-deps --require-hashes -r requirements/oracles-alone.txt
	$(BIN)/uv pip install --quiet --python $(ORACLES)/bin/python --no-deps --no-build-isolation --editable .
	touch $(ORACLES)/.ready
