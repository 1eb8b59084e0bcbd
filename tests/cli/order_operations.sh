# SPDX-License-Identifier: Apache-2.0
# The engine order executes operations on terms of its own. Every operation at every width, on inputs, must give
# what the machine computes, and what semantics/ computes (the engine explicit); a wrong result must be noticed.
for width in 8 16 32 64; do
  count=$(python3 tests/fuzz/generate_operations.py $width 1 "$scratch/operations.c") || fail "no program"
  clang-19 -w -fwrapv -DNATIVE -o "$scratch/native" "$scratch/operations.c" || fail "it does not compile"
  "$scratch/native" >"$scratch/results.h"
  [ "$(grep -c define "$scratch/results.h")" -eq "$count" ] || fail "not $count results"
  flags="-w -fwrapv -DRESULTS=\"$scratch/results.h\""
  for engine in order explicit; do
    ends 0 "$HEDDLE" check -q --time 60 --engine $engine --property reach "$scratch/operations.c" -- $flags -DWRONG=-1
  done
  for wrong in 0 16 30 $((count - 1)); do
    ends 10 "$HEDDLE" check -q --time 60 --engine order --property reach "$scratch/operations.c" -- $flags -DWRONG=$wrong
  done
done
