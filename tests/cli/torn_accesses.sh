# SPDX-License-Identifier: Apache-2.0
# On a machine of 32 bits another thread can see half of a plain 64-bit integer, but not of an atomic one.
program=tests/programs/torn_long_long.c
ends 0 "$HEDDLE" check --property reach "$program"
for engine in reference explicit order auto; do
  ends 10 "$HEDDLE" check --property reach --data-model ilp32 --engine $engine "$program"
  last_line "FALSE(reach)"
done
sed 's/static int64_t both/static _Atomic int64_t both/' "$program" | write atomic.c
ends 0 "$HEDDLE" check --property reach,race --data-model ilp32 "$scratch/atomic.c"
# A double is one access there, too.
sed 's/static int64_t both/static double both/; s/int64_t seen/double seen/' "$program" | write double.c
ends 0 "$HEDDLE" check --property reach --data-model ilp32 "$scratch/double.c"
