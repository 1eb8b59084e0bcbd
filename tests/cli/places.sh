# SPDX-License-Identifier: Apache-2.0
# What static proves is asked of no other engine, and what it proves with a reservation is not told as proven.
write endless.c <<'E'
#include <pthread.h>
static int slots[4], used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
_Bool __VERIFIER_nondet_bool(void);
static void *work(void *unused) {
  pthread_mutex_lock(&lock);
#ifdef WAITS
  while (__VERIFIER_nondet_bool())
    pthread_cond_wait(&changed, &lock);
  pthread_cond_signal(&changed);
#endif
#ifdef CHECKED
  if (used < 4)
#endif
    slots[used++] = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  for (;;)
    pthread_create(&t, 0, work, 0);
}
E
ends 0 "$HEDDLE" check --stats --property memory,race,lock,abort "$scratch/endless.c" -- -DCHECKED
err_has "engine: static"
# The deadlock is left to others, which do not end.
ends 20 "$HEDDLE" check --time 4 "$scratch/endless.c" -- -DCHECKED -DWAITS
grep -q "^proven .*race" "$scratch/out" || fail "race is not proven"
last_line "UNKNOWN(deadlock)"
# Checks that are proven are cut from what explicit searches for leaks.
ends 0 "$HEDDLE" check --stats --property leak,overflow,abort examples/peterson.c
err_has "edges cut: "
ends 0 "$HEDDLE" check --stats --without cutting --property leak,overflow,abort examples/peterson.c
! grep -q "edges cut" "$scratch/err" || fail "something is cut"
