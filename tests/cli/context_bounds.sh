# SPDX-License-Identifier: Apache-2.0
# The context-bounded engines keep to their bounds, say what was cut off, and grow bounds not given.
cat >"$scratch/steps.c" <<'C'
#include <assert.h>
#include <pthread.h>
static int x, y;
static void *other(void *argument) {
  x = 1;
  if (y == 1)
    x = 2;
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  while (x != 1)
    ;
  y = 1;
  assert(x == 1);
  return 0;
}
C
# main runs to its loop, the other thread sets x, main sets y, the other thread sets x again, main fails.
for engine in lazy schedule widen; do
  for contexts in 0 1 2 3; do
    ends 20 "$HEDDLE" check --engine $engine --contexts $contexts --unwind 4 --property reach "$scratch/steps.c"
    in_the_way "bounded: contexts $contexts, unwind 4, no violation"
  done
  ends 10 "$HEDDLE" check --engine $engine --contexts 4 --unwind 4 --property reach "$scratch/steps.c"
  out_has "FALSE(reach)"
  ends 10 "$HEDDLE" check --engine $engine --property reach "$scratch/steps.c"
  out_has "FALSE(reach)"
done

# A loop over an input: the bound on its iterations cuts it off, or is large enough.
cat >"$scratch/rounds.c" <<'C'
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 8, sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += i & 1 ? 3 : 1;
  assert(sum <= 13);
  return 0;
}
C
for engine in lazy schedule widen; do
  ends 20 "$HEDDLE" check --engine $engine --unwind 3 --property reach "$scratch/rounds.c"
  in_the_way "bounded: unwind 3, no violation"
  ends 0 "$HEDDLE" check --engine $engine --unwind 8 --property reach "$scratch/rounds.c"
  ends 0 "$HEDDLE" check --engine $engine --property reach "$scratch/rounds.c"
done
ends 0 "$HEDDLE" check --engine lazy --guards trusted --property reach "$scratch/rounds.c"

# A thread that goes round for ever unnoticed keeps nobody from being looked at.
spins=tests/programs/cycle_through_a_read_lock_while_main_spins.c
ends 10 "$HEDDLE" check --engine lazy --contexts 4 --property deadlock "$spins"
ends 20 "$HEDDLE" check --engine lazy --contexts 1 --property deadlock "$spins"
in_the_way "bounded: contexts 1, no violation"

# Widening tells what it did.
ends 10 "$HEDDLE" check --engine widen --stats --property reach "$scratch/steps.c"
for name in iterations "control literals" cores; do
  grep -q "^$name: [0-9]" "$scratch/err" || fail "no statistic '$name'"
done
ends 2 "$HEDDLE" check --engine lazy --contexts many "$scratch/steps.c"
