#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes BUILD/report/ from what a build with coverage executed, and prints the totals.
#   scripts/coverage.sh BUILD
set -eu
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd)
rm -rf "$build/report"
mkdir "$build/report"
# The models of src/library/ are compiled by clang and interpreted.
gcovr --root . --filter 'src/' --exclude 'src/library/' --object-directory "$build" --gcov-ignore-parse-errors \
  --html-details "$build/report/index.html" --html-title 'heddle: lines that the tests execute' \
  --print-summary -j "$(nproc)" "$build" >"$build/report/summary" 2>"$build/report/messages" || {
  cat "$build/report/messages" >&2
  exit 1
}
grep '^[a-z]*:' "$build/report/summary"
echo "heddle: $build/report/index.html"
