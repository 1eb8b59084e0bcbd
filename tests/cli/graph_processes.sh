# SPDX-License-Identifier: Apache-2.0
# The engine graph finds the same with one process and with several: counts, and which violation.
set -eu
cat >"$scratch/lock.c" <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
atomic_int last;
static void *worker(void *argument) {
  int me = *(int *)argument;
  int seen = atomic_load(&x);
  atomic_store(&x, seen + 1);
  atomic_store(&last, me);
  return 0;
}
int main(void) {
  pthread_t threads[4];
  static int names[4] = {1, 2, 3, 4};
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], 0, worker, &names[i]);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], 0);
  assert(LIMIT || !(x == 2 && last == 2));
}
C
ask() { # THREADS LIMIT
  "$HEDDLE" check --engine graph --property reach --threads "$1" --stats "$scratch/lock.c" -- "-DLIMIT=$2" \
    >"$scratch/out-$1-$2" 2>"$scratch/stats-$1-$2" || true
  grep -E '^(complete|blocked) executions|^revisits|^inconsistent' "$scratch/stats-$1-$2" >>"$scratch/out-$1-$2"
}
for limit in 0 1; do
  ask 1 "$limit"
  ask 3 "$limit"
  cmp "$scratch/out-1-$limit" "$scratch/out-3-$limit"
done
grep -q '^TRUE' "$scratch/out-3-1"
grep -q '^FALSE(reach)' "$scratch/out-3-0"
