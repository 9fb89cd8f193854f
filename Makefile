# make demo   build, and check an example that has a bug
# make test   the whole test suite, as continuous integration runs it
# make bench  speed, memory, instructions, growth
# make fuzz   the engine against the oracle on random programs, FUZZ_SECONDS long

CARGO ?= cargo
FUZZ_SECONDS ?= 900
PORF := target/release/porf
DEMO := corpus/bugs/message-passing.litmus

.PHONY: build demo test bench fuzz setup

build: setup
	$(CARGO) build --release --locked --bin porf

demo: build
	@echo
	@echo '$(DEMO)'
	@grep -n -v '^//@' $(DEMO)
	@echo
	@echo '$$ porf check $(DEMO)'
	@$(PORF) check $(DEMO) || test $$? -eq 1

test: setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --workspace --no-deps --locked --quiet
	$(CARGO) test --workspace --locked --quiet

bench: setup
	scripts/setup.sh valgrind
	$(CARGO) run --release --locked --quiet -p porf-bench

fuzz: setup
	$(CARGO) run --release --locked --quiet -p porf-fuzz -- $(FUZZ_SECONDS)

setup:
	@scripts/setup.sh cc
