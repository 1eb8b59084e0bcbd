# SPDX-License-Identifier: Apache-2.0
# A counterexample as a program: compiled with gcc, it ends in the reported failure, every time.
for example in aba_stack lost_update lost_wakeup lock_inversion dining_philosophers wait_without_loop use_after_free detached_thread; do
  ends 10 "$HEDDLE" check -q --time 60 --program "$scratch/bug.c" --trace "$scratch/bug.json" examples/$example.c
  verdict=$(cat "$scratch/out")
  ends 0 "$HEDDLE" sequentialize --trace "$scratch/bug.json" -o "$scratch/again.c"
  cmp "$scratch/bug.c" "$scratch/again.c" || fail "check and sequentialize write different programs"
  for flags in -O0 -O2; do
    gcc -std=c11 -Wall -Wextra -Werror $flags "$scratch/bug.c" -o "$scratch/bug" || fail "gcc complains"
    ends 134 "$scratch/bug"
    grep -q "^$(echo "$verdict" | sed 's/FALSE(\(.*\))/\1/'): " "$scratch/err" || fail "it does not fail as reported"
  done
  grep -q "examples/$example.c:[0-9]*: " "$scratch/bug.c" || fail "no source lines"
done
# Inputs and values of memory that was never written are those of the execution.
cat >"$scratch/input.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int *block, n;
static int deep(int k) { return k ? 1 + deep(k - 1) : n; }
static void *worker(void *argument) {
  if (deep(3) == 8 && *block == 77)
    n = *(int *)argument;
  return 0;
}
int main(void) {
  pthread_t t;
  int x = __VERIFIER_nondet_int();
  block = malloc(sizeof *block);
  n = 5;
  pthread_create(&t, 0, worker, &x);
  pthread_join(t, 0);
  assert(n != 4711);
  free(block);
}
END
ends 10 "$HEDDLE" check -q --time 60 --property reach --program "$scratch/bug.c" "$scratch/input.c"
gcc -std=c11 -Wall -Wextra -Werror "$scratch/bug.c" -o "$scratch/bug" || fail "gcc complains"
ends 134 "$scratch/bug"
# A longjmp comes back to the variables of the call that it leads to.
for jumps in jumping jumping_back jumping_out; do
  ends 10 "$HEDDLE" check -q --time 60 --program "$scratch/bug.c" tests/sequentialize/$jumps.c -- -DWRONG
  gcc -std=c11 -Wall -Wextra -Werror "$scratch/bug.c" -o "$scratch/bug" || fail "gcc complains"
  ends 134 "$scratch/bug"
done
# What the execution found out, such as the size of a block or whether a key may come back, is in the program.
for file in grown destructor fetched formatted; do
  ends 10 "$HEDDLE" check -q --engine explicit --time 60 --property reach --program "$scratch/bug.c" tests/sequentialize/$file.c
  for flags in -O0 -O2; do
    gcc -std=c11 -Wall -Wextra -Werror $flags "$scratch/bug.c" -o "$scratch/bug" || fail "gcc complains"
    ends 134 "$scratch/bug"
  done
done
