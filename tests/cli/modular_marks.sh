# SPDX-License-Identifier: Apache-2.0
# The engine modular follows marks in the owner of a recursive mutex: who has locked it twice gives it back twice.
cat >"$scratch/twice.c" <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void *work(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  assert(pthread_mutex_unlock(&mutex) == SECOND);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_create(&thread, 0, work, 0);
}
END
check() { # CODE SECOND
  ends "$1" "$HEDDLE" check --engine modular --property reach --time 10 "$scratch/twice.c" -- -DSECOND="$2"
}
check 0 0
check 20 EPERM
ends 10 "$HEDDLE" check --engine reference --property reach "$scratch/twice.c" -- -DSECOND=EPERM
