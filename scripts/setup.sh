#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that heddle is built and tested with, if any is missing.
#   scripts/setup.sh [lint|bench|coverage]
# With `lint` also the tools of `make lint`, with `bench` what heddle is compared with, with `coverage` gcovr. Quiet when
# there is nothing to do; what apt says goes to build/setup.log. A stamp in build/ makes the next call free until the
# list of packages changes.
set -eu
cd "$(dirname "$0")/.."

# The compilers and their headers, also for 32-bit programs.
packages="gcc libc6-dev libc6-dev-i386 gcc-multilib clang-19 llvm-19-dev"
# Solvers, data formats, tests.
packages="$packages libcadical-dev libz3-dev libbdd-dev libyaml-dev libjansson-dev libcmocka-dev"
packages="$packages csmith libcsmith-dev libxml2-utils python3-yaml chromium"
# Making a package is tested, too.
packages="$packages dpkg-dev"
# The build itself.
packages="$packages meson ninja-build pkg-config"
if [ "${1:-}" = lint ]; then
  packages="$packages clang-format clang-tidy cppcheck shellcheck"
fi
if [ "${1:-}" = bench ]; then
  packages="$packages spin"
fi
if [ "${1:-}" = coverage ]; then
  packages="$packages gcovr"
fi

stamp="build/.setup-$(echo "$packages" | cksum | cut -d' ' -f1)"
[ -e "$stamp" ] && exit 0
mkdir -p build

missing=
for package in $packages; do
  # One word for each architecture; a package that others only mention is `not-installed`.
  case " $(dpkg-query -W -f='${db:Status-Status} ' "$package" 2>/dev/null || true) " in
  *" installed "*) ;;
  *) missing="$missing $package" ;;
  esac
done

fail() {
  echo "heddle: $1" >&2
  echo "heddle: please install:$missing" >&2
  exit 1
}

if [ -n "$missing" ]; then
  command -v apt-get >/dev/null || fail "set-up knows only Debian's apt-get, and there is none here"
  root=
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "set-up needs root or sudo to install packages"
    root="sudo"
  fi
  echo "heddle: installing$missing" >&2
  install="$root env DEBIAN_FRONTEND=noninteractive apt-get -y -q --no-install-recommends install"
  # The package lists may be absent or old: fetch them only if the first attempt fails.
  # shellcheck disable=SC2086
  if ! $install $missing >build/setup.log 2>&1 </dev/null; then
    $root apt-get -q update >>build/setup.log 2>&1 </dev/null || true
    if ! $install $missing >>build/setup.log 2>&1 </dev/null; then
      tail -n 5 build/setup.log >&2
      fail "apt-get could not install everything (see build/setup.log)"
    fi
  fi
fi
touch "$stamp"
