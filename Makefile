# The front door: from a fresh checkout on Debian 12, `make run` and `make test` do everything, packages
# included. CMake does the building (CMakePresets.json); this file only calls it in the right order.

# What `make run` does, and how long each fuzzer runs.
LISTEN := localhost:8080
RUN := serve --listen $(LISTEN) --store sqlite:build/turncoat.db
SECONDS := 5
SEEDS := 100000
prefix := /usr/local
cores := $(shell nproc)

release := build/release
tested := release asan fuzz

.DELETE_ON_ERROR:
.PHONY: help run build web test races bench fuzz storm protocol letters picture pure tidy rules format \
    install clean

help:
	@echo 'make run       build Turncoat and serve it on http://localhost:8080'
	@echo 'make test      everything: gcc, clang, sanitizers, WebAssembly, fuzzers, our own checks'
	@echo 'make bench     measure the engine'
	@echo 'make fuzz      fuzz longer: make fuzz SECONDS=600'
	@echo 'make races     the server under load with the thread sanitizer'
	@echo 'make storm     simulate storms: make storm SEEDS=1000000'
	@echo 'make protocol  generate the files of the protocol'
	@echo 'make letters   generate what words need to know of Unicode'
	@echo 'make picture   take the picture in the README again'
	@echo 'make pure      prove that core, rules and games are pure'
	@echo 'make tidy      check include directions, banned functions and layout, and lint the page'
	@echo 'make rules     list the rules that no test names'
	@echo 'make format    format the sources'
	@echo 'make install   install into $$(DESTDIR)$$(prefix), /usr/local by default'
	@echo 'make clean     remove build/'

# The program alone needs no test libraries; a tree already configured for tests is left as it is.
build:
	@tools/setup run
	@test -f $(release)/build.ninja || cmake --preset release -DBUILD_TESTING=OFF >/dev/null
	@cmake --build $(release) --target turncoat -- --quiet

# The web client, with the engines of this build, into build/web.
web:
	@tools/setup web
	@$(MAKE) --no-print-directory build
	@cmake $(release) >/dev/null && cmake --build $(release) --target wasm -- --quiet
	@tools/web-packages
	@cd web && TURNCOAT_ENGINES=$(abspath $(release)/engines) TURNCOAT_WEB=$(abspath build/web) \
	    npm run --silent build -- --logLevel warn

run: web
	$(release)/turncoat $(RUN) --web build/web

# Builds stop at the first error; tests all run, and the last line sums them up.
test:
	@tools/setup test
	@for preset in $(tested); do \
	    echo "== build: $$preset" && \
	    cmake --preset $$preset -DTURNCOAT_FUZZ_SECONDS=$(SECONDS) >/dev/null && \
	    cmake --build --preset $$preset -- --quiet || exit 1; \
	done
	@$(MAKE) --no-print-directory races
	@status=0; \
	for preset in $(tested); do \
	    echo "== test: $$preset"; \
	    rm -f build/$$preset/junit.xml; \
	    ctest --preset $$preset -j $(cores) --output-junit junit.xml || status=1; \
	done; \
	cat $(tested:%=build/%/junit.xml) | awk '/<testcase / { all++ } /<testcase .*status="run"/ { passed++ } \
	    END { printf "%d passed, %d failed\n", passed, all - passed }'; \
	exit $$status

bench: build
	@tools/setup bench
	$(release)/turncoat bench engine

# The server under load with the thread sanitizer: a race ends it, and so the load fails.
races:
	@echo '== races: the load test under the thread sanitizer'
	@cmake --preset tsan -DBUILD_TESTING=OFF >/dev/null
	@cmake --build --preset tsan --target turncoat -- --quiet
	@TSAN_OPTIONS='halt_on_error=1 exitcode=66' build/tsan/turncoat bench server --tables 100 --seconds 3

# The simulated storm, longer than in the tests: make storm SEEDS=1000000
storm:
	@tools/setup test
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target sim -- --quiet
	$(release)/sim --seeds $(SEEDS)

# Generate the files of the protocol.
protocol:
	@tools/setup test
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target schema -- --quiet
	tools/protocol $(release)/schema

# Generate what words need to know of Unicode (games/word/letters_data.h).
letters:
	@tools/setup test
	node tools/letters.mjs

# The page in play, as README shows it.
picture: web
	@tools/setup test
	node tests/web/picture.mjs $(release)/turncoat build/web docs

fuzz:
	@tools/setup test
	@cmake --preset fuzz -DTURNCOAT_FUZZ_SECONDS=$(SECONDS) >/dev/null
	@cmake --build --preset fuzz -- --quiet
	ctest --preset fuzz -j $(cores) --verbose

pure: build
	@tools/pure

tidy:
	@tools/setup web
	@tools/web-packages
	@tools/tidy
	@cd web && npm run --silent lint

rules:
	@tools/rule-coverage

format:
	@tools/setup test
	@tools/web-packages
	@cd web && npm run --silent format
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target format -- --quiet

install: build
	cmake --install $(release) --prefix $(prefix)

clean:
	rm -rf build
