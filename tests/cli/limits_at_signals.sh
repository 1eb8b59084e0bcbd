# SPDX-License-Identifier: Apache-2.0
# Every engine ends at the first signal, whatever it is doing.
for engine in reference random explicit order lazy schedule widen impact modular auto; do
  for program in values block; do
    spends 2 timeout --preserve-status -s TERM 0.5 "$HEDDLE" check -q --engine $engine --threads 1 "tests/cli/limits/$program.c"
    [ $code -eq 20 ] || fail "not UNKNOWN"
    grep -q -e "^UNKNOWN(.*interrupted" -e "^UNKNOWN(.* of a.* very large size" "$scratch/out" || fail "not interrupted"
  done
done
spends 2 timeout --preserve-status -s INT 1 "$HEDDLE" run tests/cli/limits/block.c
err_has "interrupted"

# What was shown before stays found.
for signal in TERM INT; do
  spends 4 timeout --preserve-status -s $signal 2 "$HEDDLE" check --all --engine lazy tests/cli/limits/found.c
  [ $code -eq 10 ] || fail "not FALSE"
  last_line "FALSE(reach)"
done
