# SPDX-License-Identifier: Apache-2.0
# The engine random: finds, never proves, and does the same again for the same seed.
write safe.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void *add(void *argument) {
  pthread_mutex_lock(&lock);
  sum++;
  pthread_mutex_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 2);
  return 0;
}
END
# Three switches at the right places: seldom at random, a matter of the depth with priorities.
write deep.c <<'END'
#include <assert.h>
#include <pthread.h>
static _Atomic int stage;
static void *odd(void *argument) {
  for (int i = 0; i < 40; i++) {
    int seen = stage;
    if (i == 17 && seen == 1)
      stage = 2;
  }
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, odd, 0);
  stage = 1;
  for (int i = 0; i < 40; i++)
    assert(stage != 2 || i < 20 || i > 22);
  pthread_join(thread, 0);
  return 0;
}
END
ends 20 "$HEDDLE" check --engine random --executions 40 --stats "$scratch/safe.c"
out_has "searched    no violation in 40 random executions: "
err_has "random executions: 40"
err_has "end states: 1"
ends 20 "$HEDDLE" check --engine random --executions 0 --time 1 "$scratch/safe.c"
in_the_way "the time was over (random)"
ends 10 "$HEDDLE" check --engine random --schedules pct --executions 20000 --trace "$scratch/one.json" "$scratch/deep.c"
last_line "FALSE(reach)"
ends 10 "$HEDDLE" replay "$scratch/one.json"
ends 10 "$HEDDLE" check --engine random --schedules pct --executions 20000 --trace "$scratch/two.json" "$scratch/deep.c"
cmp "$scratch/one.json" "$scratch/two.json" || fail "equal seeds gave different executions"
ends 10 "$HEDDLE" check --engine random --schedules uniform --executions 20000 --seed 5 --property race tests/stories/programs/rounds.c
ends 2 "$HEDDLE" check --engine random --depth 0 "$scratch/safe.c"
err_has "'0' is not a value of --depth (N)"
ends 2 "$HEDDLE" check --engine random --schedules fair "$scratch/safe.c"
err_has "'fair' is not a value of --schedules (both|pct|uniform)"
