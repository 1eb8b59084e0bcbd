# SPDX-License-Identifier: Apache-2.0
# The engine graph: as many executions as there are, each once; counterexamples that no schedule can
# express are replayed, and refused if the trace is changed.
set -eu
fail() { echo "$*"; exit 1; }

cat >"$scratch/inc.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *inc(void *unused) {
  int old = atomic_load_explicit(&x, memory_order_relaxed);
  atomic_store_explicit(&x, old + 1, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t ids[N];
  for (int i = 0; i < N; i++)
    pthread_create(&ids[i], 0, inc, 0);
  return 0;
}
END
cat >"$scratch/lock.c" <<'END'
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *inc(void *unused) {
  pthread_mutex_lock(&mutex);
  x++;
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t ids[N];
  for (int i = 0; i < N; i++)
    pthread_create(&ids[i], 0, inc, 0);
  for (int i = 0; i < N; i++)
    pthread_join(ids[i], 0);
  return 0;
}
END
# A thread that is joined joins another one: who waits for it first does not matter.
cat >"$scratch/nested.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *inner(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}
static void *outer(void *unused) {
  pthread_t id;
  pthread_create(&id, 0, inner, 0);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_load_explicit(&y, memory_order_relaxed);
  pthread_join(id, 0);
  return unused;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, outer, 0);
  pthread_join(id, 0);
  return 0;
}
END
count() { # FILE MODEL N WANTED
  "$HEDDLE" check --engine graph --memory-model "$2" --property reach --symmetry off --check-graphs on --stats \
    "$scratch/$1" -- "-DN=$3" >"$scratch/out" 2>&1 || fail "$1 $2 $3: $(tail -n 1 "$scratch/out")"
  grep -qx "complete executions: $4" "$scratch/out" || fail "$1 $2 $3: $(grep complete "$scratch/out")"
  grep -qx "graphs visited twice: 0" "$scratch/out" || fail "$1 $2 $3: $(grep twice "$scratch/out")"
}
for model in sc tso pso rc11; do
  count inc.c $model 2 4
  count inc.c $model 3 36
  count lock.c $model 3 6
done
count nested.c sc 1 3
count nested.c rc11 1 4

"$HEDDLE" check --memory-model rc11 --property reach --trace "$scratch/weak.json" \
  tests/litmus/c11_mp_relaxed.c >"$scratch/out" 2>/dev/null && fail "no violation"
[ "$(tail -n 1 "$scratch/out")" = "FALSE(reach)" ] || fail "auto: $(tail -n 1 "$scratch/out")"
grep -q '"exceptions"' "$scratch/weak.json" || fail "no exceptions in the trace"
"$HEDDLE" replay "$scratch/weak.json" >"$scratch/out" 2>&1 && fail "replay finds nothing"
[ "$(tail -n 1 "$scratch/out")" = "FALSE(reach)" ] || fail "replay: $(tail -n 1 "$scratch/out")"

# The same execution with release and acquire is none of the model.
sed 's/c11_mp_relaxed/c11_mp_release_acquire/' "$scratch/weak.json" >"$scratch/wrong.json"
"$HEDDLE" replay "$scratch/wrong.json" >"$scratch/out" 2>&1 && fail "a wrong trace is accepted"
grep -q "UNKNOWN(.*none of the memory model: coherence)" "$scratch/out" || fail "$(tail -n 1 "$scratch/out")"

cat >"$scratch/sequence.c" <<'END'
/* A relaxed store ends it, also one of the same thread (C23), under every model. */
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *writer(void *unused) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  atomic_store_explicit(&flag, 2, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int seen = 0;
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
    seen = data;
  pthread_join(thread, 0);
  return seen;
}
END
cat >"$scratch/sizes.c" <<'END'
/* The model does not say what such a read sees. */
#include <pthread.h>

static union {
  unsigned word;
  unsigned char byte[4];
} cell;

static void *writer(void *unused) {
  __atomic_store_n(&cell.word, 0x01010101, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int seen = __atomic_load_n(&cell.byte[1], __ATOMIC_SEQ_CST);
  pthread_join(thread, 0);
  return seen;
}
END
says() { # PATTERN OPTION...
  wanted=$1
  shift
  "$HEDDLE" check -q --engine graph "$@" >"$scratch/out" 2>&1 || true
  tail -n 1 "$scratch/out" | grep -qx "$wanted" || fail "$*: $(tail -n 1 "$scratch/out"), not $wanted"
}
says 'FALSE(race)' --memory-model rc11 --property race "$scratch/sequence.c"
says 'FALSE(race)' --memory-model sc --property race "$scratch/sequence.c"
says 'UNKNOWN(accesses of different sizes that overlap at .*)' --memory-model rc11 "$scratch/sizes.c"
"$HEDDLE" check --engine explicit --memory-model rc11 "$scratch/sizes.c" 2>&1 |
  grep -q "engine 'explicit' does not support --memory-model rc11" || fail "explicit knows rc11"
