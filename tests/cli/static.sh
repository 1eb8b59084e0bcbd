# SPDX-License-Identifier: Apache-2.0
# What the engine static says: proofs, the places that it does not prove, and what it never proves.
ends 20 "$HEDDLE" check --engine static --property leak examples/peterson.c
write bounds.c <<'C'
#include <pthread.h>
static int slots[4], used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
  pthread_mutex_lock(&lock);
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
C
ends 0 "$HEDDLE" check --engine static --property memory,race,overflow "$scratch/bounds.c" -- -DCHECKED
ends 20 "$HEDDLE" check --engine static --property race,leak "$scratch/bounds.c" -- -DCHECKED
grep -q "^proven  *race" "$scratch/out" || fail "race is not proven"
ends 20 "$HEDDLE" check --engine static --property memory,race,overflow -v "$scratch/bounds.c"
err_has "bounds.c:9: memory is not proven because of store at"
err_has "bounds.c:9: overflow is not proven because of check at"
# The effects of an access outside of its object are not known, so that nothing is proven.
! grep -q '^proven' "$scratch/out" || fail "something is proven"
# Races are proven as long as that does not happen, and heddle says so.
ends 0 "$HEDDLE" check --engine static --property race "$scratch/bounds.c"
out_has "as long as pointers stay in their objects"
