# SPDX-License-Identifier: Apache-2.0
# Sequential programs run: compiled by gcc, with random schedules and inputs, some runs meet the violation, none comes to
# an impossible state, and sanitizers find nothing where there is no memory error.
ends 0 tests/sequentialize/run-native 100 examples/lost_update.c examples/lock_inversion.c examples/detached_thread.c examples/peterson.c \
  examples/readers_writers.c
# Engines that work with formulas agree with the search through states.
out=$scratch/out.c
for engine in order impact; do
  for case in 0:two_flags: 0:one_lock: 10:one_lock:-DWRONG; do
    file=${case#*:}
    ends 0 "$HEDDLE" sequentialize --property reach,lock "tests/sequentialize/${file%%:*}.c" -o "$out" -- -DCHECKED ${file#*:}
    ends "${case%%:*}" "$HEDDLE" check -q --engine "$engine" --time 60 --property reach "$out"
  done
done
