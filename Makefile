# make demo   build, and check a C program that has a bug, and the same program without
# make quick  after a build, under two minutes: format, lints, unit tests and a slice of the corpus
# make test   the whole test suite, as continuous integration runs it
# make audit  advisories, licences and sources of the dependencies, with cargo-deny
# make bench  speed, memory, instructions, start-up, growth
# make fuzz   the engine and the C tool chain against the oracle on random programs, loops and
#             helping with and without reductions, the corpus under built-in models and their
#             files, all of porf against brute force, and the reader of LLVM IR on junk, up to
#             three and a half times FUZZ_SECONDS long; and the slow lines of the corpus

CARGO ?= cargo
FUZZ_SECONDS ?= 1500
PORF := target/release/porf
DEMO := corpus/c/demo/flags.c

.PHONY: build demo quick test audit bench fuzz setup setup-all

build: setup
	$(CARGO) build --release --locked --bin porf

demo: setup-all build
	@echo
	@echo '$(DEMO)'
	@grep -n -v '^//@' $(DEMO)
	@echo
	@echo '$$ porf check $(DEMO)'
	@$(PORF) check $(DEMO) || test $$? -eq 1
	@echo
	@echo '$$ porf check $(DEMO) -- -DFIXED'
	@$(PORF) check $(DEMO) -- -DFIXED

# The programs of errors/ and liveness/ exercise every kind of error, and take seconds.
quick: setup-all
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --lib --locked --quiet -- -D warnings
	$(CARGO) test --workspace --lib --exclude porf-fuzz --exclude porf-bench --locked --quiet
	$(CARGO) test -p porf --test architecture --test documents --test published --locked --quiet
	$(CARGO) test -p porf --test corpus --locked --quiet -- bugs/
	$(CARGO) test -p porf --test programs --locked --quiet -- errors/
	$(CARGO) test -p porf --test programs --locked --quiet -- liveness/

test: setup-all
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --workspace --no-deps --locked --quiet
	$(CARGO) test --workspace --locked --quiet

audit:
	@if $(CARGO) deny --version >/dev/null 2>&1; then \
	  $(CARGO) deny check; \
	else \
	  echo 'cargo-deny is not installed: cargo install --locked cargo-deny' >&2; \
	  exit 1; \
	fi

bench: setup-all
	@scripts/setup.sh valgrind
	$(CARGO) run --release --locked --quiet -p porf-bench

# Half of the time for the engine and the oracle, more than 100,000 programs under each model on two cores; and as long as all
# together for symmetry, about 100,000.
fuzz: setup-all
	$(CARGO) run --release --locked --quiet -p porf-fuzz -- $$(($(FUZZ_SECONDS) / 2))
	$(CARGO) run --release --locked --quiet -p porf-fuzz -- units $$(($(FUZZ_SECONDS) / 4))
	$(CARGO) run --release --locked --quiet -p porf-fuzz -- trace $$(($(FUZZ_SECONDS) / 8))
	$(CARGO) run --release --locked --quiet -p porf-fuzz -- libraries $$(($(FUZZ_SECONDS) / 8))
	for kind in mutex once registers pools; do $(CARGO) run --release --locked --quiet -p porf-fuzz -- $$kind $$(($(FUZZ_SECONDS) / 16)) || exit 1; done
	$(CARGO) run --release --locked --quiet -p porf-fuzz -- symmetry $(FUZZ_SECONDS)
	$(CARGO) run --release --locked --quiet -p porf-fuzz -- helping $$(($(FUZZ_SECONDS) / 8))
	$(CARGO) run --release --locked --quiet -p porf-fuzz -- files $$(($(FUZZ_SECONDS) / 8))
	$(CARGO) run --release --locked --quiet -p porf-fuzz -- corpus-files $$(($(FUZZ_SECONDS) / 4))
	$(CARGO) run --release --locked --quiet -p porf-fuzz -- large $$(($(FUZZ_SECONDS) / 8))
	$(CARGO) run --release --locked --quiet -p porf-fuzz -- c $$(($(FUZZ_SECONDS) / 8))
	$(CARGO) run --release --locked --quiet -p porf-fuzz -- addresses $$(($(FUZZ_SECONDS) / 16))
	$(CARGO) run --release --locked --quiet -p porf-fuzz -- loops $$(($(FUZZ_SECONDS) / 8))
	$(CARGO) run --release --locked --quiet -p porf-fuzz -- whole $$(($(FUZZ_SECONDS) / 2))
	$(CARGO) run --release --locked --quiet -p porf-llvm --example fuzz_reader -- $$(($(FUZZ_SECONDS) / 8))
	$(CARGO) run --release --locked --quiet -p porf-llvm --example fuzz_lowering -- $$(($(FUZZ_SECONDS) / 8))
	$(CARGO) test --release --locked --quiet -p porf-compare --test mutants -- --ignored
	PORF_SLOW=1 $(CARGO) test --release --locked --quiet -p porf --test programs --test corpus --test implementations
	PORF_SLOW=1 $(CARGO) test --release --locked --quiet -p porf --test command -- checkpoint
	PORF_UNITS=1 $(CARGO) test --release --locked --quiet -p porf --test programs --test corpus

# What building needs.
setup:
	@scripts/setup.sh cc

# What checking C programs needs, too.
setup-all:
	@scripts/setup.sh cc clang
