# SPDX-License-Identifier: Apache-2.0
# What the engine lockset promises, and says with its proofs.
program=tests/programs/locks_exclude_races_of_any_number_of_threads.c
ends 0 "$HEDDLE" check --engine lockset --property race $program
out_has "as long as pointers stay in their objects and locks are not misused, which was not checked (--property memory,lock)"
ends 20 "$HEDDLE" check --engine lockset --property race,lock $program
out_has "properties other than race are not covered by lockset"
ends 20 "$HEDDLE" check --engine lockset --property reach $program
ends 20 "$HEDDLE" check --engine lockset --property race tests/programs/locks_of_two_accounts.c
out_has "locks do not exclude a race of locks_of_two_accounts.c"
# A race by a pointer that has left its object counts all the same.
cat >"$scratch/leaves.c" <<'END'
#include <pthread.h>
static int far[4], near;
static void *work(void *unused) {
  near = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  far[((char *)&near - (char *)far) / (long)sizeof *far] = 2;
  pthread_join(thread, 0);
}
END
ends 20 "$HEDDLE" check --engine lockset --property race "$scratch/leaves.c"
ends 10 "$HEDDLE" check --property race "$scratch/leaves.c"
