# SPDX-License-Identifier: Apache-2.0
# heddle sequentialize --reduction: fewer executions, the same verdicts.
out=$scratch/out.c
for file in one_lock.c two_flags.c; do
  for reduction in none local conflict order forget local,conflict local,order conflict,order local,conflict,forget \
    local,conflict,order local,conflict,order,forget; do
    ends 0 "$HEDDLE" sequentialize --reduction $reduction --check-states tests/sequentialize/$file -o "$out"
    gcc -std=c11 -Wall -Wextra -Werror -c "$out" -o "$scratch/out.o" || fail "$file, $reduction: gcc complains"
    ends 0 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
  done
  ! grep -q 'asleep\|is_before' "$out" && fail "all reductions leave no trace"
done
for reduction in none local conflict order forget local,conflict local,order conflict,order local,conflict,forget \
  local,conflict,order local,conflict,order,forget; do
  ends 0 "$HEDDLE" sequentialize --reduction $reduction tests/sequentialize/loop_first.c -o "$out"
  ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
done
# Another thread comes in between: at its last step, though it does not exist yet, though the first one never ends.
for file in last_case created_late busy; do
  for reduction in local,conflict local,conflict,forget local,conflict,order,forget; do
    ends 0 "$HEDDLE" sequentialize --property reach --reduction $reduction tests/sequentialize/$file.c -o "$out"
    ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
  done
done
# A race with an atomic section that comes before another thread's steps in the order of threads.
for reduction in none order local,order local,conflict,order,forget; do
  ends 0 "$HEDDLE" sequentialize --property race --reduction $reduction tests/sequentialize/races_with_section.c -o "$out"
  ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
done
for reduction in conflict local,conflict,order,forget; do
  ends 0 "$HEDDLE" sequentialize --reduction $reduction tests/sequentialize/one_lock.c -o "$out" -- -DWRONG
  ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
done
# Two threads that write a variable each and read the other's: 70 interleavings, of which three differ.
bench/interleavings 3 tests/sequentialize/two_flags.c >"$scratch/counts" || fail "executions are not counted"
grep -q '^local,conflict  *4 executions end, 0 fail' "$scratch/counts" || fail "conflict: $(cat "$scratch/counts")"
grep -q '^local,conflict,order  *3 executions end, 0 fail' "$scratch/counts" || fail "order: $(cat "$scratch/counts")"
# What threads do not need any more is not part of states, and nobody goes on when nothing can fail any more; but a
# thread that can still fail does.
count() { # FILE REDUCTIONS: $states of the sequential program
  ends 0 "$HEDDLE" sequentialize --property reach --reduction "$2" "tests/sequentialize/$1" -o "$out"
  ends 0 "$HEDDLE" check --engine explicit --time 60 --property reach --stats "$out"
  states=$(cat "$scratch/out" "$scratch/err" | sed -n 's/^states: //p')
}
count forgotten.c local,conflict
kept=$states
count forgotten.c local,conflict,forget
[ "$((3 * states))" -lt "$((2 * kept))" ] && [ "$states" -le 160 ] || fail "forget: $states of $kept states"
for reduction in forget local,conflict,forget; do
  ends 0 "$HEDDLE" sequentialize --property reach --reduction $reduction tests/sequentialize/forgotten.c -o "$out" -- -DWRONG
  ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
done
# A loop that counts is not interrupted although it branches; one that may wait is.
count counting.c local,conflict,forget
[ "$states" -lt 1000 ] || fail "a loop that counts: $states states"
ends 0 "$HEDDLE" sequentialize --property reach tests/sequentialize/counting.c -o "$out" -- -DWAITS
ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach "$out"
# No reduction is the same by both names, and the default is the one that the help names.
ends 0 "$HEDDLE" sequentialize --no-por tests/sequentialize/two_flags.c -o "$out"
ends 0 "$HEDDLE" sequentialize --reduction none tests/sequentialize/two_flags.c -o "$scratch/none.c"
cmp -s "$out" "$scratch/none.c" || fail "--no-por is not --reduction none"
ends 0 "$HEDDLE" sequentialize tests/sequentialize/two_flags.c -o "$out"
ends 0 "$HEDDLE" sequentialize --reduction local,conflict,forget tests/sequentialize/two_flags.c -o "$scratch/both.c"
cmp -s "$out" "$scratch/both.c" || fail "the default is another one"
ends 2 "$HEDDLE" sequentialize --reduction local,global tests/sequentialize/two_flags.c -o "$out"
