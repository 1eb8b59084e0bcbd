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

# A folder with a file for each source file: the checks, and the hashes of the file and its headers as ninja knows
# them; of all headers if it does not.
write_keys() { # CHECKS FOLDER
  rm -rf "$2" && mkdir -p "$2" || exit 2
  {
    # shellcheck disable=SC2086
    sha256sum .clang-tidy $sources $headers
    ninja -C "$build" -t deps
  } | awk -v "checks=$1" -v "folder=$2" -v "sources=$sources" -v "root=$PWD/" '
    BEGIN { count = split(sources, source, "\n") }
    /^[0-9a-f]+  / { hash[$2] = $1; if ($2 ~ /\.h$/) all = all $2 " " $1 "\n"; next }
    / #deps / { file = ""; next }
    NF == 1 {
      name = $1
      sub(/^(\.\.\/)+/, "", name)
      if (index(name, root) == 1) name = substr(name, length(root) + 1)
      if (file == "") file = name
      else if (name in hash) uses[file] = uses[file] name " " hash[name] "\n"
    }
    END {
      for (i = 1; i <= count; i++) {
        key = source[i]
        gsub("/", "_", key)
        printf "%s\n%s\n%s\n%s", checks, hash[".clang-tidy"], hash[source[i]],
          (source[i] in uses ? uses[source[i]] : all) >(folder "/" key)
        close(folder "/" key)
      }
    }'
}

# tidy NAME CHECKS: every source file that is not known to be clean. One process for some files at a time reads
# the system's headers once.
tidy() {
  clean=$build/lint/$1
  mkdir -p "$clean"
  write_keys "$2" "$clean.now"
  printf '%s\n' "$sources" | while read -r file; do
    key=$(echo "$file" | tr / _)
    cmp -s "$clean/$key" "$clean.now/$key" || echo "$file"
  done | xargs -r -P "$(nproc)" -n 6 sh -c '
    build=$1 clean=$2 checks=$3
    shift 3
    clang-tidy -p "$build" --quiet --checks="$checks" "$@" 2>/dev/null || exit 1
    for file; do
      key=$(echo "$file" | tr / _)
      mv "$clean.now/$key" "$clean/$key"
    done' tidy "$build" "$clean" "$2"
}

for check in "$@"; do
  echo "$check"
  case $check in
  format) printf '%s\n' "$sources" "$headers" | xargs clang-format --dry-run -Werror ;;
  tidy) tidy tidy '-clang-analyzer-*' ;;
  analyze) tidy analyze "-*,$(tr -d ' \n' <.clang-tidy | sed 's/.*Checks:>//; s/WarningsAsErrors.*//' |
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
