#!/usr/bin/env bash
# Installs what the given commands need and is missing: setup.sh cc clang valgrind …
# Assumes Debian; everything comes from its packages.
set -euo pipefail

# Which versions of clang will do; crates/clang/src/version.rs has the reasons.
oldest_clang=15
newest_clang=22

# Whether a major version of clang will do.
will_do() {
  [[ "$1" =~ ^[0-9]+$ ]] && [ "$1" -ge "$oldest_clang" ] && [ "$1" -le "$newest_clang" ]
}

# Whether the command is a clang that will do, with the headers of the C library.
is_usable_clang() {
  local version
  version=$("$1" --version 2>/dev/null | sed -n 's/.*clang version \([0-9]*\).*/\1/p')
  will_do "$version" && echo '#include <pthread.h>' | "$1" -fsyntax-only -x c - 2>/dev/null
}

# Whether there is a clang where porf looks for one. If the user names it, another one is of no use.
has_clang() {
  local major
  if [ -n "${PORF_CLANG:-}" ]; then return; fi
  for ((major = newest_clang; major >= oldest_clang; major--)); do
    if is_usable_clang "clang-$major"; then return; fi
  done
  is_usable_clang clang
}

is_there() {
  case "$1" in
    clang) has_clang ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# The version of a package that would be installed, if it can be.
candidate() {
  apt-cache policy "$1" | sed -n 's/^ *Candidate: *//p' | grep -v '^(none)$'
}

# Debian's stable releases have clang-19 or something older; elsewhere the plain package is newer than that.
clang_package() {
  local major version
  for major in 19 18 17 16 15; do
    if candidate "clang-$major" >/dev/null; then
      echo "clang-$major"
      return
    fi
  done
  version=$(candidate clang | sed 's/^[0-9]*://; s/[^0-9].*//')
  if will_do "$version"; then
    echo clang
    return
  fi
  echo "porf compiles C programs with clang $oldest_clang to $newest_clang, and no package has one." >&2
  echo "Install one by hand and name it in the environment variable PORF_CLANG." >&2
  return 1
}

packages_of() {
  local clang
  case "$1" in
    cc) echo "gcc libc6-dev" ;;
    clang) clang=$(clang_package) && echo "$clang libc6-dev" ;;
    *) echo "$1" ;;
  esac
}

if ! command -v cargo >/dev/null; then
  echo "porf is built with Rust 1.88 or newer, and there is no cargo on the PATH." >&2
  echo "Install the Rust toolchain (rustup, or Debian's packages cargo and rustc), then run make again." >&2
  exit 1
fi

missing=()
for command in "$@"; do
  if ! is_there "$command"; then missing+=("$command"); fi
done
if [ ${#missing[@]} -eq 0 ]; then exit; fi

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
packages=()
for command in "${missing[@]}"; do
  names=$(packages_of "$command")
  read -r -a names <<<"$names"
  packages+=("${names[@]}")
done
echo "installing ${packages[*]}"
apt-get install -y -qq --no-install-recommends "${packages[@]}"
