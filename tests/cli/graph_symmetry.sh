# SPDX-License-Identifier: Apache-2.0
# The engine graph explores threads that are created alike in one order, and only if nobody can tell them apart.
set -eu
write() { # CODE-OF-THREAD CODE-OF-MAIN
  cat >"$scratch/program.c" <<C
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *worker(void *unused) {
  long mine = atomic_fetch_add(&x, 1);
  $1
  return mine < 0 ? unused : 0;
}
int main(void) {
  pthread_t a, b, c;
  void *first = 0, *second = 0;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_create(&c, 0, worker, 0);
  $2
  (void)first, (void)second;
}
C
}
expect() { # VERDICT EXECUTIONS SYMMETRIC OPTION...
  verdict=$1 executions=$2 symmetric=$3
  shift 3
  "$HEDDLE" check --engine graph --property reach --stats "$@" "$scratch/program.c" >"$scratch/out" 2>"$scratch/stats" || true
  grep -q "^$verdict\$" "$scratch/out" || { cat "$scratch/out" && exit 1; }
  [ "$verdict" != TRUE ] || grep -q "^complete executions: $executions\$" "$scratch/stats" || { cat "$scratch/stats" && exit 1; }
  [ "$verdict" != TRUE ] || grep -q "^symmetric threads: $symmetric\$" "$scratch/stats" || { cat "$scratch/stats" && exit 1; }
}
joins='pthread_join(a, 0); pthread_join(b, 0); pthread_join(c, 0);'

write '' "$joins assert(x == 3);"
expect TRUE 6 0 --symmetry off
expect TRUE 1 2
expect TRUE 1 2 --memory-model rc11

# Results that differ tell the threads apart: it is not always the first that comes first.
write 'return (void *)mine;' 'pthread_join(a, &first); pthread_join(b, &second); pthread_join(c, 0); assert((long)first < (long)second);'
expect 'FALSE(reach)' - -

# So does what main does between two joins.
write '' 'pthread_join(a, &first); assert(x < 3); pthread_join(b, 0); pthread_join(c, 0);'
expect 'FALSE(reach)' - -
write '' 'pthread_join(a, 0); int seen = x; pthread_join(b, 0); pthread_join(c, 0); assert(seen > 0);'
expect TRUE 12 0

# And who asks which thread it is.
write 'static pthread_t last; if (mine == 2) last = pthread_self(); if (mine == 2) assert(last != 0);' "$joins"
expect TRUE 6 0
