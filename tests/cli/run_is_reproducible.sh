# SPDX-License-Identifier: Apache-2.0
# The same seed gives the same execution, and a recorded one is followed step by step.
write threads.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
atomic_int order;
static void *work(void *argument) {
  order = order * 10 + *(int *)argument;
  order = order * 10 + *(int *)argument;
  return NULL;
}
int main(void) {
  pthread_t threads[3];
  int names[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, work, &names[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  printf("%d %d\n", order, __VERIFIER_nondet_int());
}
END
different=
for seed in 1 2 3 4 5 6 7 8; do
  ends 0 "$HEDDLE" run --seed $seed --trace "$scratch/$seed.json" "$scratch/threads.c"
  cp "$scratch/out" "$scratch/first"
  cp "$scratch/err" "$scratch/told"
  ends 0 "$HEDDLE" run --seed $seed "$scratch/threads.c"
  cmp "$scratch/first" "$scratch/out" || fail "another execution for seed $seed"
  cmp "$scratch/told" "$scratch/err" || fail "another story for seed $seed"
  ends 0 "$HEDDLE" run --schedule "$scratch/$seed.json" "$scratch/threads.c"
  cmp "$scratch/first" "$scratch/out" || fail "the recording of seed $seed gives another execution"
  cmp "$scratch/told" "$scratch/err" || fail "the recording of seed $seed gives another story"
  different="$different$(cat "$scratch/first")
"
done
[ "$(printf '%s' "$different" | sort -u | wc -l)" -gt 2 ] || fail "seeds make no difference"
