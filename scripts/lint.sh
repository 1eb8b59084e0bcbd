#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Formatting and static analysis of heddle's own code: silence is success.
#   scripts/lint.sh BUILD [format|tidy|analyze|cppcheck|shell]...
# BUILD holds compile_commands.json. Without names of checks, all of them. `analyze` is clang-tidy's
# static analyzer, which takes minutes; `tidy` is the rest of clang-tidy. Both check a file again only
# if it, one of its headers or the configuration changed since it was clean (BUILD/lint).
set -u
cd "$(dirname "$0")/.." || exit 2
build=$1
shift
[ $# -gt 0 ] || set -- format tidy analyze cppcheck shell
mkdir -p "$build/lint/cppcheck" || exit 2
status=0

# The library models are compiled by clang alone, and look like the headers of the system.
sources=$(git ls-files 'src/*.c' 'tests/unit/*.c' 'bench/*.c' | grep -v '^src/library/')
headers=$(git ls-files 'src/*.h' 'tests/unit/*.h' 'bench/*.h' | grep -v '^src/library/')

# tidy CHECKS: every source file.
tidy() {
  # shellcheck disable=SC2016
  printf '%s\n' "$sources" | xargs -P "$(nproc)" -n 1 sh -c '
    build=$1 checks=$2 file=$3
    depends=$(clang-19 -MM -D_GNU_SOURCE -I src -I . "$file" 2>/dev/null | sed "s/^[^:]*://; s/\\\\\$//")
    key=$({ echo "$checks"; cat .clang-tidy "$file" $depends; } | sha256sum | cut -d" " -f1)
    [ -e "$build/lint/$key" ] && exit 0
    clang-tidy -p "$build" --quiet --checks="$checks" "$file" 2>/dev/null || exit 1
    touch "$build/lint/$key"' tidy "$build" "$1"
}

for check in "$@"; do
  echo "$check"
  case $check in
  format) printf '%s\n' "$sources" "$headers" | xargs clang-format --dry-run -Werror ;;
  tidy) tidy '-clang-analyzer-*' ;;
  analyze) tidy "-*,$(tr -d ' \n' <.clang-tidy | sed 's/.*Checks:>//; s/WarningsAsErrors.*//' |
    tr , '\n' | grep clang-analyzer | tr '\n' ,)" ;;
  cppcheck)
    cppcheck --quiet --error-exitcode=1 --inline-suppr --std=c11 -I src -D_GNU_SOURCE \
      -DHEDDLE_VERSION='""' --enable=warning,portability --suppressions-list=scripts/cppcheck.txt \
      --cppcheck-build-dir="$build/lint/cppcheck" -j "$(nproc)" -i src/library src
    ;;
  shell)
    git ls-files .ci/run scripts tests bench | while read -r file; do
      head -n 1 "$file" | grep -q '^#!/bin/sh' && echo "$file"
    done | xargs shellcheck -e SC1090,SC2015,SC2016
    ;;
  *)
    echo "scripts/lint.sh: no check '$check'" >&2
    exit 2
    ;;
  esac || status=1
done
exit $status
