# SPDX-License-Identifier: Apache-2.0
# A thread that goes round for ever, and in which nobody else takes an interest, must not keep the search
# from stepping the others.
write spinner.c <<'END'
#include <assert.h>
#include <pthread.h>

static volatile int spinning, steps;

static void *spin(void *argument) {
  while (1)
    spinning = !spinning;
  return argument;
}

static void *fail(void *argument) {
  steps = 1;
  steps = 2;
  assert(steps != WRONG);
  return argument;
}

int main(void) {
  pthread_t spinner, failing;
  pthread_create(&spinner, 0, spin, 0);
  pthread_create(&failing, 0, fail, 0);
  int seen = steps;
  pthread_join(failing, 0);
  return seen > 2;
}
END
for level in none local persistent sleep full; do
  for order in dfs bfs switches; do
    ends 10 "$HEDDLE" check --engine explicit --por $level --order $order --property reach "$scratch/spinner.c" -- -DWRONG=2
    last_line 'FALSE(reach)'
    ends 0 "$HEDDLE" check --engine explicit --por $level --order $order --property reach --stats "$scratch/spinner.c" -- -DWRONG=3
  done
done
grep -q 'postponed expansions: [1-9]' "$scratch/err" || fail "nothing was postponed"
