#!/usr/bin/env bash
# Compiles the models in c/ to LLVM IR text: compile.sh [FILE], by default runtime.ll beside this script.
# The clang is fixed, so that the text changes only when the models do; CLANG names another command for it.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
clang="${CLANG:-clang-19}"
output="${1:-$here/runtime.ll}"

# No -g: an event in the runtime has the position of its caller. No optimisation: the passes of the tool do that, and a loop
# over bytes must not become a call of the very function that it implements.
#
# What depends on the machine goes (names, versions, tuning), and what nobody reads (attributes, loop metadata). Every
# definition is weak, since a program may bring its own function of that name.
"$clang" --target=x86_64-unknown-linux-gnu -std=c11 -ffreestanding -nostdlibinc \
  -Wall -Wextra -Werror \
  -O0 -Xclang -disable-O0-optnone -fno-pic -fno-stack-protector -fno-asynchronous-unwind-tables -ffp-contract=off \
  -S -emit-llvm -o - "$here/c/runtime.c" |
  sed -E \
    -e '/^(; ModuleID|source_filename|attributes #|!)/d' \
    -e '/^; Function Attrs:/d' \
    -e 's/, !llvm\.loop ![0-9]+$//' \
    -e 's/ #[0-9]+( \{)?$/\1/' \
    -e 's/ +; preds = .*$//' \
    -e 's/^define dso_local /define weak dso_local /' \
    -e 's/^(@[A-Za-z_]+ = )dso_local (constant|global) /\1weak dso_local \2 /' |
  cat -s >"$output"
