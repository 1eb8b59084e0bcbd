#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Formatting and static analysis of heddle's own code: silence is success.
#   scripts/lint.sh BUILD      BUILD holds compile_commands.json
set -u
cd "$(dirname "$0")/.." || exit 2
build=$1
status=0

# The library models are compiled by clang alone, and look like the headers of the system.
sources=$(git ls-files 'src/*.c' 'tests/unit/*.c' 'bench/*.c' | grep -v '^src/library/')
headers=$(git ls-files 'src/*.h' | grep -v '^src/library/')

echo "clang-format"
# shellcheck disable=SC2086
clang-format --dry-run -Werror $sources $headers || status=1

echo "clang-tidy"
printf '%s\n' "$sources" |
  xargs -P "$(nproc)" -n 1 clang-tidy -p "$build" --quiet 2>/dev/null || status=1

echo "cppcheck"
cppcheck --quiet --error-exitcode=1 --inline-suppr --std=c11 -I src -D_GNU_SOURCE \
  -DHEDDLE_VERSION='""' --enable=warning,portability --suppressions-list=scripts/cppcheck.txt \
  -i src/library src || status=1

echo "shellcheck"
git ls-files .ci/run scripts tests bench | while read -r file; do
  head -n 1 "$file" | grep -q '^#!/bin/sh' && echo "$file"
done | xargs shellcheck -e SC1090,SC2015,SC2016 || status=1
exit $status
