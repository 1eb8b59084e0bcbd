# SPDX-License-Identifier: Apache-2.0
# Fields of locks that no code of the program changes decide branches of the library. If an address that leaves its
# object changes one after all, every engine notices it, and the search begins again without that.
cat >"$scratch/locks.c" <<'C'
#include <assert.h>
#include <pthread.h>
int few[2];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int at = AT;
int main(void) {
  few[at] = PTHREAD_MUTEX_RECURSIVE;
  pthread_mutex_lock(&lock);
  assert(pthread_mutex_lock(&lock) == 0);
  return 0;
}
C
count_orphan_checks() { # reads of the state of the thread that holds a robust mutex
  ends 0 "$HEDDLE" show program --verbose --after "$1" "$scratch/locks.c" -- -DAT=0 >"$scratch/log"
  sed -n '/^function is_orphaned/,/^$/p' "$scratch/out" | grep -c 'load 1 byte'
}
[ "$(count_orphan_checks lowering)" -gt 0 ] || fail "robust mutexes are not known after lowering"
[ "$(count_orphan_checks constants)" -eq 0 ] || fail "the mutex may be robust after constants"

# The kind of the lock is 12 integers after the array.
for engine in explicit graph order impact reference lazy auto; do
  ends 0 "$HEDDLE" check --verbose --engine $engine --property reach,lock "$scratch/locks.c" -- -DAT=12
  err_has "another value in an object of the library than was expected"
  err_has "searching again"
  last_line TRUE
  ends 10 "$HEDDLE" check --verbose --engine $engine --property reach,lock "$scratch/locks.c" -- -DAT=0
  grep -q "searching again" "$scratch/err" && fail "searched again although the lock is not changed"
  last_line 'FALSE(lock)'
done
