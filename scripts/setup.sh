#!/usr/bin/env bash
# Installs what the given commands need and is missing: setup.sh cc valgrind …
# Assumes Debian; everything comes from its packages.
set -euo pipefail

package_of() {
  case "$1" in
    cc) echo "gcc libc6-dev" ;;
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
  if ! command -v "$command" >/dev/null; then
    read -r -a packages <<<"$(package_of "$command")"
    missing+=("${packages[@]}")
  fi
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
