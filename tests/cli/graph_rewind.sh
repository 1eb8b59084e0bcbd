# SPDX-License-Identifier: Apache-2.0
# From one graph to the next, the engine graph takes threads back and keeps what both graphs have: a write
# that comes between the halves of a kept read-modify-write is noticed, blocks that another thread freed are
# there again, and the number of steps that are executed is far below that of executions from the start.
set -eu
fail() { echo "$*"; exit 1; }

cat >"$scratch/cas.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *set(void *unused) {
  atomic_store_explicit(&x, 2, memory_order_release);
  return unused;
}
static void *swap(void *unused) {
  int two = 2;
  atomic_compare_exchange_strong_explicit(&x, &two, 3, memory_order_relaxed, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t first, ids[N];
  pthread_create(&first, 0, set, 0);
  for (int i = 0; i < N; i++)
    pthread_create(&ids[i], 0, swap, 0);
  return 0;
}
END
cat >"$scratch/free.c" <<'END'
/* Whoever comes second frees the block of the first; then both wait for main. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic box;
static atomic_int x;
static void *exchange(void *unused) {
  int *mine = malloc(sizeof *mine);
  *mine = 1;
  free(atomic_exchange(&box, mine));
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&x, 1);
  return unused;
}
int main(void) {
  pthread_t ids[N];
  for (int i = 0; i < N; i++)
    pthread_create(&ids[i], 0, exchange, 0);
  for (int i = 0; i < N; i++)
    pthread_join(ids[i], 0);
  free(box);
  return 0;
}
END
cat >"$scratch/foreign.c" <<'END'
/* A thread frees the block of main, and is taken back to before that while main is not. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void *set(void *unused) {
  atomic_store(&x, 1);
  return unused;
}
static void *end(void *block) {
  int seen = atomic_load(&x);
  *(int *)block = seen;
  free(block);
  return 0;
}
int main(void) {
  pthread_t ids[N];
  pthread_create(&ids[0], 0, set, 0);
  for (int i = 1; i < N; i++)
    pthread_create(&ids[i], 0, end, malloc(sizeof(int)));
  for (int i = 0; i < N; i++)
    pthread_join(ids[i], 0);
  return 0;
}
END
cat >"$scratch/private.c" <<'END'
/* Main counts in a variable of its own what it sees; who read what decides how far it counts. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int seen, rounds;
static void *set(void *unused) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return unused;
}
int main(void) {
  pthread_t ids[N];
  for (int i = 0; i < N; i++)
    pthread_create(&ids[i], 0, set, 0);
  for (rounds = 0; rounds < 3; rounds++)
    seen += atomic_load(&x) != 0;
  assert(rounds == 3 && seen <= 3);
  return 0;
}
END
cat >"$scratch/sources.c" <<'END'
/* One after the other, the reader takes two writes that are equal, and have the same number in their graphs if N is
 * right: what happens before it is not what happened before it in the other graph. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, d, e, pad;
static void *first(void *unused) {
  for (int i = 0; i < N; i++)
    atomic_load_explicit(&pad, memory_order_relaxed);
  atomic_store_explicit(&d, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 1, memory_order_release);
  return unused;
}
static void *second(void *unused) {
  atomic_store_explicit(&e, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 1, memory_order_release);
  return unused;
}
static void *reader(void *unused) {
  atomic_load_explicit(&x, memory_order_acquire);
  return unused;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, first, 0);
  pthread_create(&threads[2], 0, second, 0);
  pthread_join(threads[0], 0);
  atomic_load_explicit(&e, memory_order_relaxed);
}
END
count() { # FILE MODEL N WANTED PROPERTIES
  "$HEDDLE" check --engine graph --memory-model "$2" --property "$5" --symmetry off --threads 1 --check-graphs on --stats \
    "$scratch/$1" -- "-DN=$3" >"$scratch/out" 2>&1 || fail "$1 $2 $3: $(tail -n 1 "$scratch/out")"
  grep -qx "complete executions: $4" "$scratch/out" || fail "$1 $2 $3: $(grep complete "$scratch/out")"
  grep -qx "graphs visited twice: 0" "$scratch/out" || fail "$1 $2 $3: $(grep twice "$scratch/out")"
}
for model in sc rc11; do
  count cas.c $model 3 13 reach
  count cas.c $model 5 81 reach
  count free.c $model 2 12 reach,memory,race
  count foreign.c $model 3 4 reach,memory,race
  count private.c $model 1 10 reach
done

for number in 0 1 2 3 4; do
  count sources.c rc11 $number 10 reach
done
count cas.c sc 7 449 reach
edges=$(sed -n 's/^edges executed: //p' "$scratch/out")
[ "$edges" -lt 80000 ] || fail "cas.c: $edges edges executed, as if from the start"
