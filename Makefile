# What this project can do; `make` alone lists it. Needs make and Python 3.11 or newer.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STUBS := build/stubs
NPM := build/npm
JS := build/js
INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate --upgrade

# A file's tests stay together, so that what they share is made once.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder
UF2_OPTION = $(if $(UF2),--uf2 $(UF2))

# Stamps: made, what playing needs installed, what development needs installed.
# Tests and tools find the code of the checkout through the editable install.
MADE := $(VENV)/.made
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
CHIP := $(VENV)/.chip
CORE := $(VENV)/.core

# Commands that tests start by the hundred would each compile the host anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play chip chip-test chip-bench chip-games chip-seats chip-cuts flash test test-deep lint lint-page check bench fumble match endings reviews tune weights boards boards-check catalogue catalogue-check package package-check docs docs-check site site-bench site-games site-kills site-speed site-test wasm hardware hardware-check hardware-release hardware-cost hardware-tools pieces pieces-step lock fuzz mutants newcomers recover soak together-faults together-cluster together-bench screenshot clean

help: ## list the targets
	@echo "make TARGET, where TARGET is one of"
	@sed -nE 's/^([a-z-]+):.*## (.*)/  \1|\2/p' Makefile | awk -F'|' '{ printf "%-18s%s\n", $$1, $$2 }'

setup: $(DEV) $(CORE) ## make the virtual environment .venv, with all that development needs

play: $(RUNTIME) ## play on the simulated board in a browser (PORT= GRID= VM= SERIAL=)
	@$(BIN)/tourelle play $(if $(PORT),--port $(PORT)) $(if $(GRID),--grid $(GRID)) $(if $(VM),--vm $(VM)) $(if $(SERIAL),--serial $(SERIAL))

chip: $(CHIP) ## play on an emulated RP2040 with a MicroPython (UF2=FILE GRID= SERIAL=)
	@$(BIN)/tourelle play --vm chip $(UF2_OPTION) $(if $(PORT),--port $(PORT)) $(if $(GRID),--grid $(GRID)) $(if $(SERIAL),--serial $(SERIAL))

chip-test: $(DEV) ## run the tests that need an emulated RP2040 (UF2=FILE UF2_ROM=FILE; ARGS= is handed to pytest)
	@test -n "$(UF2)" || { echo "Name a MicroPython for the Pico: make chip-test UF2=FILE (https://micropython.org/download/RPI_PICO/)"; exit 2; }
	@UF2="$(abspath $(UF2))" UF2_ROM="$(abspath $(UF2_ROM))" $(BIN)/python -m pytest -m "needs_uf2 or needs_rom_uf2" $(ARGS)

chip-bench: $(CHIP) ## measure the firmware on an emulated RP2040, into docs/chip.md (UF2=FILE; ARGS=)
	@$(BIN)/tourelle bench --vm chip $(UF2_OPTION) --misses --write docs/chip.md $(ARGS)

chip-games: $(CHIP) ## play every game in every way on an emulated RP2040 (UF2=FILE; goes on where it was stopped; ARGS=)
	@$(BIN)/python -m tourelle_host.bench.chip.games $(UF2_OPTION) $(ARGS)

chip-cuts: $(DEV) ## cut its power anywhere in what it does to its flash (UF2=FILE CUTS=1000 SEED= GAME=; ARGS=)
	@cd tests && ../$(BIN)/python -m chip.cuts $(if $(UF2),--uf2 "$(abspath $(UF2))") $(if $(CUTS),--cuts $(CUTS)) $(if $(SEED),--seed $(SEED)) $(if $(GAME),--game $(GAME)) $(ARGS)

chip-seats: $(CHIP) ## play against the board on an emulated RP2040 (UF2=FILE; ARGS=)
	@$(BIN)/python -m tourelle_host.bench.chip.seats $(UF2_OPTION) $(ARGS)

flash: $(RUNTIME) ## put the firmware onto a board (PORT= GRID=; ARGS= is handed to tourelle flash)
	@$(BIN)/tourelle flash $(if $(PORT),--port $(PORT)) $(if $(GRID),--grid $(GRID)) $(ARGS)

test: $(DEV) $(CORE) ## run the quick tests, in some three minutes on two cores (ARGS= is handed to pytest)
	@$(PYTEST) -m "not deep" $(ARGS)

# The same commit fails or passes in every run; another SEED tries properties with other examples.
test-deep: $(DEV) $(CORE) ## run the deep ones: more of each kind, whole grids, long runs (SEED=1; ARGS= to pytest)
	@$(PYTEST) -m "deep or hypothesis" --hypothesis-profile=deep --hypothesis-seed=$(or $(SEED),1) $(ARGS)

lint: $(DEV) $(STUBS)/.stamp check lint-page ## ruff, mypy over host and firmware, the page's JavaScript, complexity, stale generated files
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/mypy --config-file firmware/mypy.ini

# What has no npm can still check everything else.
ifeq ($(shell command -v npm),)
lint-page:
	@echo "The page's JavaScript was not checked: that needs Node.js and npm (on Debian and Ubuntu, sudo apt install nodejs npm)"
else
lint-page: $(JS)/.stamp
	@$(JS)/node_modules/.bin/biome lint --error-on-warnings --log-level=error
	@$(JS)/node_modules/.bin/tsc --project .
	@$(JS)/node_modules/.bin/tsc --project host/tourelle_host/site
	@$(JS)/node_modules/.bin/tsc --project host/tourelle_host/site/tsconfig.worker.json
endif

check: boards-check catalogue-check package-check docs-check ## fail where a generated file is stale

bench: $(RUNTIME) ## measure lift to light, memory and size, on each VM
	@$(BIN)/tourelle bench

fumble: $(RUNTIME) ## play with a fumbling hand, count misread moves (GAME= STEPS= SEED=)
	@$(BIN)/tourelle fumble $(GAME) $(if $(STEPS),--steps $(STEPS)) $(if $(SEED),--seed $(SEED))

match: $(RUNTIME) ## let the levels and others compete (GAME= ONE= OTHER= GAMES= SEED=; ARGS=)
	@$(BIN)/tourelle match $(if $(GAME),"$(GAME)") $(if $(ONE),"$(ONE)") $(if $(OTHER),"$(OTHER)") $(if $(GAMES),--games $(GAMES)) $(if $(SEED),--seed $(SEED)) $(ARGS)

endings: $(DEV) ## prove endings from games of the engine, and count (ARGS="--left 8 --chip")
	@$(BIN)/python -m tourelle_host.bench.endings $(ARGS)

reviews: $(DEV) ## compare the page's reviews with ones of ten times the positions (GAME= ARGS=)
	@$(BIN)/python -m tourelle_host.bench.reviews $(if $(GAME),--game "$(GAME)") $(ARGS)

tune: $(DEV) ## find better weights for the search of a game by self-play (GAME=; ARGS=)
	@$(BIN)/tourelle tune "$(GAME)" $(ARGS)

# All stacks alike, none better for its neighbours, and a fifth of a point for the turn.
PLAIN := 60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,0,20
weights: $(DEV) ## learn the weights of Avalam from nothing, by 100 000 positions (ten minutes)
	@$(BIN)/tourelle tune avalam --level 6 --nodes 1500 --games 3400 --match 100 --weights $(PLAIN)

boards: $(RUNTIME) ## write firmware/boards/*.json from hardware/board.toml
	@$(BIN)/python hardware/boards.py

boards-check: $(RUNTIME)
	@$(BIN)/python hardware/boards.py --check

catalogue: $(RUNTIME) ## write the firmware's list of games from their folders
	@$(BIN)/python -m tourelle_host.catalogue

catalogue-check: $(RUNTIME)
	@$(BIN)/python -m tourelle_host.catalogue --check

package: $(RUNTIME) ## write package.json, for mpremote mip install
	@$(BIN)/python -m tourelle_host.mip

package-check: $(RUNTIME)
	@$(BIN)/python -m tourelle_host.mip --check

docs: $(RUNTIME) ## write docs/lights.*, docs/reading.svg, docs/games.md and the games' pictures from the firmware
	@$(BIN)/python -m tourelle_host.lights_doc
	@$(BIN)/python -m tourelle_host.rule_pictures
	@$(BIN)/python -m tourelle_host.moving_picture
	@$(BIN)/python -m tourelle_host.games_doc

docs-check: $(RUNTIME)
	@$(BIN)/python -m tourelle_host.lights_doc --check
	@$(BIN)/python -m tourelle_host.rule_pictures --check
	@$(BIN)/python -m tourelle_host.moving_picture --check
	@$(BIN)/python -m tourelle_host.games_doc --check

hardware: $(DEV) ## rebuild the boards' files (with KiCad 9 and ngspice: hardware/install-tools)
	@cd hardware && ../$(BIN)/python -m electronics
	@cd hardware && ../$(BIN)/python -m mechanics

hardware-check: $(DEV) ## fail where one of the boards' files is stale or wrong
	@cd hardware && ../$(BIN)/python -m electronics --check
	@cd hardware && ../$(BIN)/python -m mechanics --check

hardware-release: $(DEV) ## freeze a revision, archive it (REV=B; hardware-tools adds panel, interactive bill)
	@cd hardware && ../$(BIN)/python -m electronics.release --rev $(REV)

hardware-cost: $(DEV) ## what a game costs, from hardware/prices.toml
	@cd hardware && ../$(BIN)/python -m electronics.cost

hardware-tools: build/kicad-tools/.stamp ## install KiKit and the interactive bill of material

# They drive KiCad's own Python module, which belongs to the system's Python and brings wxPython.
build/kicad-tools/.stamp: requirements/kicad.txt
	@/usr/bin/python3 -c 'import pcbnew' 2>/dev/null || { echo "KiCad is not here: hardware/install-tools"; exit 1; }
	@rm -rf build/kicad-tools && mkdir -p build && /usr/bin/python3 -m venv --system-site-packages build/kicad-tools
	@build/kicad-tools/bin/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes --requirement requirements/kicad.txt
	@touch $@

pieces: $(DEV) ## write the printable pieces as STL files into build/mechanics
	@cd hardware && ../$(BIN)/python -m mechanics --stl

lock: $(DEV) ## write requirements/, the newest versions with their hashes (npm's as package.json has them)
	@$(INSTALL) --require-hashes --requirement requirements/lock.txt
	@$(LOCK) requirements/lock.in --output-file requirements/lock.txt
	@$(LOCK) pyproject.toml requirements/build.in --output-file requirements/play.txt
	@$(LOCK) --extra dev pyproject.toml requirements/build.in --output-file requirements/dev.txt
	@$(LOCK) --extra chip pyproject.toml requirements/build.in --output-file requirements/chip.txt
	@$(LOCK) requirements/stubs.in --output-file requirements/stubs.txt
	@$(LOCK) --extra step --constraints requirements/dev.txt pyproject.toml requirements/build.in --output-file requirements/step.txt
	@$(LOCK) --no-emit-package wxpython requirements/kicad.in --output-file requirements/kicad.txt
	@cd requirements/npm && npm install --silent --package-lock-only --omit-lockfile-registry-resolved
	@cd requirements/js && npm install --silent --package-lock-only --omit-lockfile-registry-resolved

fuzz: $(DEV) ## throw mutated input at every part (SECONDS=60 SEED=1 ONLY=vm)
	@cd tests && ../$(BIN)/python -m fuzz $(if $(SECONDS),--seconds $(SECONDS)) $(if $(SEED),--seed $(SEED)) $(foreach name,$(ONLY),--only $(name))

mutants: $(DEV) ## put faults into files, list those that their nearest tests miss (FILES=a.py; MOST=40 of each)
	@test -n "$(FILES)" || { echo "Name the files: make mutants FILES=firmware/tourelle/replay.py"; exit 2; }
	@cd tests && ../$(BIN)/python -m mutants $(if $(MOST),--most $(MOST)) $(foreach file,$(FILES),"$(abspath $(file))")

soak: $(DEV) ## play all games in one VM across the clock's wrap (HOURS=300 of its time)
	@cd tests && ../$(BIN)/python -m soak $(if $(HOURS),--hours $(HOURS))

newcomers: $(DEV) ## play whole games on the page by its card alone, by mouse and by keys (an hour; ARGS= to pytest)
	@EVENING=1 $(BIN)/python -m pytest -n auto -rP -m needs_evening tests/test_page_plays.py $(ARGS)

recover: $(DEV) ## after any nonsense, who obeys the lights has a right board (TRIALS=10000 SEED=1)
	@TRIALS=$(or $(TRIALS),10000) SEED=$(or $(SEED),1) $(BIN)/python -m pytest -q -n auto tests/test_recover.py

together-faults: $(DEV) ## cut, delay and forget what boards that share a game tell (SCHEDULES=1000 SEED=1; REAL=1: processes, kill -9)
	@cd tests && ../$(BIN)/python -m together $(if $(REAL),--real) $(if $(SCHEDULES),--schedules $(SCHEDULES)) $(if $(SEED),--seed $(SEED))

together-cluster: $(DEV) ## play shared games on three nodes of RabbitMQ, of which one is killed (needs rabbitmq-server)
	@CLUSTER=1 $(BIN)/python -m pytest -m needs_cluster tests/test_together_broker.py $(ARGS)

together-bench: $(DEV) ## how soon a step on one board leads the other, and what a bridge costs (needs Mosquitto)
	@cd tests && ../$(BIN)/python -m together.bench

pieces-step: $(DEV) ## the same as STEP files (installs Open CASCADE, 300 MB)
	@$(BIN)/python -c 'import OCP' 2>/dev/null || $(INSTALL) --require-hashes --requirement requirements/step.txt
	@cd hardware && ../$(BIN)/python -m mechanics --step

screenshot: $(DEV) ## take docs/page.png, the picture in the README (needs Chromium)
	@$(BIN)/python tests/screenshot.py

clean: ## remove the virtual environment and everything that was built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find firmware host hardware tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(MADE):
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON): install Python 3.11 or newer, or name one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is $$($(PYTHON) -V), and 3.11 or newer is needed; name another: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make virtual environments: on Debian and Ubuntu, sudo apt install python3-venv"; exit 1; }
	@echo "Making the virtual environment $(VENV)"
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(RUNTIME): pyproject.toml requirements/play.txt | $(MADE)
	@echo "Installing Tourelle into $(VENV)"
	@$(INSTALL) --require-hashes --requirement requirements/play.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(CHIP): pyproject.toml requirements/chip.txt | $(MADE)
	@echo "Installing Tourelle and the emulated chip into $(VENV)"
	@$(INSTALL) --require-hashes --requirement requirements/chip.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $(RUNTIME) $@

# The emulated chip's core is compiled here once, and not by every worker of the tests.
$(CORE): host/tourelle_host/sim/chip/thumb.py $(DEV)
	@$(BIN)/python -c "import tourelle_host.sim.chip.thumb"
	@touch $@

$(DEV): pyproject.toml requirements/dev.txt | $(MADE)
	@echo "Installing Tourelle and its development tools into $(VENV)"
	@$(INSTALL) --require-hashes --requirement requirements/dev.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $(RUNTIME) $@

site: $(CHIP) $(NPM)/.stamp ## write the static site into build/site: the page with the board in the browser
	@$(BIN)/python -m tourelle_host.site.build build/site
	@echo "The site is in build/site: $(BIN)/python -m http.server --directory build/site"

site-bench: $(DEV) site ## measure the site in Chromium: first light, a lift, idling
	@$(BIN)/python tests/site_bench.py build/site

site-speed: $(DEV) site ## measure the site's search beside MicroPython's native one
	@$(BIN)/python tests/site_speed.py build/site

site-test: $(DEV) $(NPM)/.stamp ## run all tests of the page with the site instead of a server (ARGS= to pytest)
	@EVERY_CARRIER=1 $(PYTEST) -k site tests/test_page*.py tests/test_links.py $(ARGS)

site-games: $(DEV) site ## play whole games on the site, one after the other, and print its memory (GAMES=100)
	@$(BIN)/python tests/site_games.py build/site $(or $(GAMES),100)

site-kills: $(DEV) $(NPM)/.stamp ## kill the site's worker at random moments: no told step but the last is lost (KILLS=200)
	@KILLS=$(or $(KILLS),200) $(BIN)/python -m pytest -s -q -p no:cacheprovider tests/test_site.py -k killed

wasm: $(NPM)/.stamp ## bring the MicroPython of 32 bits for --vm wasm and tests (needs Node.js and npm)

$(NPM)/.stamp: requirements/npm/package.json requirements/npm/package-lock.json
	@echo "Installing MicroPython for WebAssembly into $(NPM)"
	@mkdir -p $(NPM) && cp requirements/npm/*.json $(NPM)
	@npm ci --silent --ignore-scripts --prefix $(NPM)
	@touch $@

# Both tools are programs for this machine, which come as optional packages.
$(JS)/.stamp: requirements/js/package.json requirements/js/package-lock.json
	@echo "Installing what checks the page's JavaScript into $(JS)"
	@mkdir -p $(JS) && cp requirements/js/*.json $(JS)
	@npm ci --silent --ignore-scripts --prefix $(JS)
	@touch $@

# mypy follows stubs of the standard library only in a folder of their own
$(STUBS)/.stamp: requirements/stubs.txt $(DEV)
	@echo "Installing the MicroPython stubs into $(STUBS)"
	@rm -rf $(STUBS)
	@$(INSTALL) --target $(STUBS) --require-hashes --requirement requirements/stubs.txt
	@touch $@
