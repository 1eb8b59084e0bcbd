# SPDX-License-Identifier: Apache-2.0
# Every engine keeps --time where a single step has no end, or any number of outcomes.
for engine in reference random explicit order lazy schedule widen impact modular auto; do
  for program in inputs endless exchange; do
    spends 1.5 "$HEDDLE" check --engine $engine --threads 1 --time 0.5 "tests/cli/limits/$program.c"
    grep -q -e "^UNKNOWN(" -e "^TRUE$" "$scratch/out" || fail "no verdict"
  done
done
# It executes nothing, but looks at every function, and at the limits.
for program in inputs endless exchange; do
  spends 1.5 "$HEDDLE" check --engine lockset --property race --time 0.5 "tests/cli/limits/$program.c"
  last_line TRUE
done
spends 2 "$HEDDLE" run --time 1 tests/cli/limits/endless.c
err_has "the execution was stopped: time"
