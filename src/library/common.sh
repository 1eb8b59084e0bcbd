#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the smaller library of the names in common.txt: their definitions and whatever these need.
#   common.sh LIBRARY.bc common.txt OUTPUT.bc OUTPUT.txt
# OUTPUT.txt gets the names whose users need nothing of the library beside OUTPUT.bc. These
# include the versions of functions for calls without a use of the result.
set -eu
library=$1 wanted=$2 output=$3 names=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

llvm-nm-19 --defined-only --extern-only "$library" | awk '{ print $NF, $(NF - 1) }' >"$work/defined"
awk '
  NR == FNR { type[$1] = $2; next }
  !NF || /^#/ { next }
  !($1 in type) { print "common.txt: the library has no " $1 >"/dev/stderr"; exit 1 }
  { print $1, type[$1] }
  ("__heddle_discarded_" $1) in type { print "__heddle_discarded_" $1, "T" }
' "$work/defined" "$wanted" >"$work/unsorted"
sort "$work/unsorted" >"$work/roots"

# A module that refers to all of them, so that linking brings them.
awk '
  $2 ~ /[TWt]/ { print "declare void @" $1 "()" }
  $2 !~ /[TWt]/ { print "@" $1 " = external global i8" }
  { list = list (NR > 1 ? ", " : "") "ptr @" $1 }
  END { print "@heddle_common = global [" NR " x ptr] [" list "]" }
' "$work/roots" >"$work/roots.ll"
llvm-link-19 --only-needed --suppress-warnings "$work/roots.ll" "$library" -o "$work/needed.bc"
opt-19 -passes=strip-dead-debug-info "$work/needed.bc" -o "$output"
{ echo && cut -d ' ' -f 1 "$work/roots"; } >"$names"
