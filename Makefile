# The two commands of the README are `make demo` and `make test`; both set up what they need.
.PHONY: help setup configure build demo test quick soak fuzz tidy bench web test-web docs wheel format lint clean
.DEFAULT_GOAL := help
# Targets share build folders, and two set-ups would wait for each other; ninja runs in parallel itself.
.NOTPARALLEL:

CPP_FILES = $(wildcard $(shell git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp'))

help:
	@echo "make demo    set up, build, and play a tournament of mcts, scripted and random players"
	@echo "make test    set up, build every preset, run all tests"
	@echo "make quick   build and run the C++ tests that the change touches"
	@echo "make soak    long checks: ten minutes of tournaments that are killed, stopped and starved;"
	@echo "             attacks; make tidy and make fuzz"
	@echo "make build   the release build: build/release/carrack"
	@echo "make docs    the documentation, as build/docs"
	@echo "make wheel   wheels for every Python on this machine, tested, as dist"
	@echo "make bench   benchmarks, as build/bench.json"
	@echo "make web     the page to play and analyse in, build/web/carrack.html; make test-web tests it"
	@echo "make tidy    clang-tidy over all C++ files, or FILES=\"core/rules/game.cpp …\""
	@echo "make fuzz    every fuzzer for two minutes, or FUZZ_SECONDS=600"
	@echo "make format  lint  setup  clean"

setup:
	@.ci/setup

build: configure
	@cmake --build --preset release

configure: setup
	@cmake --preset release > build/configure.log 2>&1 || { cat build/configure.log; exit 1; }

# The program alone, then as many games as take about a minute on two cores.
demo:
	@echo "demo: packages of the program: compiler, CMake, Eigen, Boost, CLI11, nlohmann_json, SQLite, zstd"
	@.ci/setup demo
	@echo "demo: building build/demo/carrack (some two minutes on two cores)"
	@cmake --preset demo > build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@cmake --build --preset demo
	@echo "demo: 96 games of a search, a script and random play"
	build/demo/carrack tournament --edition aoe3 --players 3 \
	  --agent mcts:iterations=1000 --agent scripted:balanced --agent random \
	  --games 96 --seed 1 --threads 2

test: setup
	@.ci/test

# SINCE=main: the change since then; otherwise what is not committed, or the last commit.
quick: setup
	@.ci/quick.py $(if $(SINCE),--since $(SINCE))

# As the tests, but for long: a table says what was done and what it cost. Then all attacks on the
# command line under sanitizers, of which make test runs a part; clang-tidy and the fuzzers, which it
# does not run at all.
soak: build
	.venv/bin/python tests/soak/chaos.py --minutes 10
	@cmake --preset asan > build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@cmake --build --preset asan --target carrack
	CARRACK_BINARY=build/asan/carrack .venv/bin/python -m pytest -q -n 2 tests/attacks
	.ci/tidy
	@$(MAKE) --no-print-directory fuzz

tidy: build
	.ci/tidy $(FILES)

FUZZ_SECONDS = 120
fuzz: setup
	@cmake --preset fuzz > build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@cmake --build --preset fuzz
	tests/fuzz/run.sh $(FUZZ_SECONDS)

bench: configure
	@cmake --preset release -DCARRACK_BENCH_LTO=ON > build/configure.log
	@cmake --build --preset release --target carrack_bench carrack
	build/release/carrack_bench --benchmark_min_time=0.1 --benchmark_repetitions=5 \
	  --benchmark_enable_random_interleaving=true --benchmark_report_aggregates_only=true \
	  --benchmark_out=build/bench.json --benchmark_out_format=json \
	  --benchmark_context=commit=$$(git describe --always --dirty) \
	  --benchmark_context=build="$$(build/release/carrack --version | head -n 1)" \
	  --benchmark_context=cpu="$$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"

# The engine as WebAssembly, then the page around it.
web:
	@.ci/setup_web
	@mkdir -p build
	@cmake -S experiments/web/wasm -B build/web/wasm -G Ninja \
	  -DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/experiments/web/wasm/toolchain.cmake > build/web.log || \
	  { cat build/web.log; exit 1; }
	@cmake --build build/web/wasm
	@python3 experiments/web/bundle.py build/web/wasm/carrack.wasm build/web/carrack.html
	@ls -l build/web/carrack.html

test-web: build web
	@.ci/setup_web test
	@CARRACK_WEB_PAGE=build/web/carrack.html .venv/bin/python -m pytest -q \
	  tests/browser/test_web*.py

docs: setup
	@.ci/python
	@.ci/docs

wheel: setup
	@.ci/wheel

format: setup
	.venv/bin/clang-format -i $(CPP_FILES)
	.venv/bin/ruff format . bench/compare bench/instructions

lint: build
	.ci/lint

clean:
	rm -rf build
