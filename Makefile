# SPDX-License-Identifier: Apache-2.0
# A thin layer over Meson: every target does its own set-up.
#   make            build/heddle, the release binary
#   make demo       build it and run it on examples/
#   make test       build it and run every test; SUITES="unit cli" to run some
#   make test-quick the tests of daily work, within 90 seconds
#   make asan       the tests on a build with AddressSanitizer and UBSan
#   make asan-sample some of them, which takes two minutes with the build
#   make coverage   build-coverage/report/index.html: the lines that the unit tests and every 40th test of some
#                   other suites execute; EVERY=10 for more of them, COVERED="cli library" for other suites
#   make debug      build-debug/heddle, without optimisation
#   make lint       formatting and static analysis
#   make fuzz       1,000 random programs; FIRST=1 COUNT=1000
#   make bench      measurements; SETS="path/to/some.set" for those over task sets, whose
#                   verdicts go below build/; BENCH="--engine order --time 30 --jobs 2" says how to get them
#   make install    PREFIX=/usr/local DESTDIR=
#   make deb        a Debian package, in build/
#   make svcomp     an archive that runs from any path, in build/

PREFIX ?= /usr/local
DESTDIR ?=
# WERROR=1 makes warnings of the compiler errors, in a build folder that is set up with it.
WERROR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
SUITES ?=
# What make coverage runs besides the unit tests: all tests would take hours with its build.
COVERED ?= library programs litmus open examples sequential cli stories
EVERY ?= 40
SETS ?=
BENCH ?=

release = build
debug = build-debug
asan = build-asan
coverage = build-coverage
# Of each build; the compiler's warnings of a user's version are no reason not to build.
setup_flags = $(if $(WERROR),--werror)

# $(call build,FOLDER): says something only if there is something to do.
define build
@ninja -C $(1) -n | grep -q 'no work to do' || \
  { echo 'heddle: building $(1)/heddle'; ninja -C $(1) -j $(JOBS) --quiet; }
endef

.PHONY: all demo test test-quick fuzz asan asan-sample coverage debug lint format bench install deb svcomp clean setup

all: $(release)/build.ninja
	$(call build,$(release))

setup:
	@scripts/setup.sh

$(release)/build.ninja: | setup
	@meson setup $(release) $(setup_flags) --prefix '$(PREFIX)' >$(release)/configure.log || \
	  { cat $(release)/configure.log; exit 1; }

$(debug)/build.ninja: | setup
	@meson setup $(debug) $(setup_flags) -Dbuildtype=debug >/dev/null

$(asan)/build.ninja: | setup
	@CC=gcc meson setup $(asan) -Doptimization=1 \
	  -Db_sanitize=address,undefined >/dev/null

demo: all
	@scripts/demo.sh $(release)/heddle

test: all
	@scripts/setup.sh lint
	@tests/run -b $(release) -j $(JOBS) $(SUITES)

test-quick: all
	@tests/run -b $(release) -j $(JOBS) quick

fuzz: all
	@tests/fuzz/run -b $(release) $(or $(FIRST),1) $(or $(COUNT),1000)

debug: $(debug)/build.ninja
	$(call build,$(debug))

sanitized = ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

asan: $(asan)/build.ninja
	$(call build,$(asan))
	@$(sanitized) tests/run -b $(asan) -j $(JOBS) $(SUITES)

# Every 90th program with all engines. Only heddle is built, not the programs of unit tests.
asan-sample: $(asan)/build.ninja
	@ninja -C $(asan) -j $(JOBS) --quiet heddle tests/cached/clang-19
	@$(sanitized) tests/run -b $(asan) -j $(JOBS) -n 90 library programs litmus open examples

$(coverage)/build.ninja: | setup
	@CC=gcc meson setup $(coverage) $(setup_flags) -Doptimization=1 -Db_coverage=true >/dev/null

# What a process executed is written when it exits: not if it is killed, as the engines of auto are.
coverage: $(coverage)/build.ninja
	@scripts/setup.sh coverage
	$(call build,$(coverage))
	@find $(coverage) -name '*.gcda' -delete
	-@tests/run -b $(coverage) -j $(JOBS) unit
	-@tests/run -b $(coverage) -j $(JOBS) -n $(EVERY) $(COVERED)
	@scripts/coverage.sh $(coverage)

lint: all
	@scripts/setup.sh lint
	@scripts/lint.sh $(release)

format:
	@scripts/setup.sh lint
	@git ls-files 'src/*.[ch]' 'tests/unit/*.[ch]' 'bench/*.[ch]' | grep -v '^src/library/' | \
	  xargs clang-format -i

bench: all
	@BENCH='$(BENCH)' bench/run $(SETS)

install: all
	@meson configure $(release) -Dprefix='$(PREFIX)'
	@ninja -C $(release) -j $(JOBS) --quiet >/dev/null
	@DESTDIR='$(abspath $(DESTDIR))' meson install -C $(release) --no-rebuild --quiet

deb: all
	@scripts/deb.sh $(release) $(release)

svcomp: all
	@scripts/svcomp.sh $(release) $(release)

clean:
	rm -rf $(release) $(debug) $(asan) $(coverage)
