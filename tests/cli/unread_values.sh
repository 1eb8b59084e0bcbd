# SPDX-License-Identifier: Apache-2.0
# A variable that only counts is read after all where a computed address leads to it: the search restarts.
decide() { # STATEMENT: what main does with p, which may point to the counter
  cat >"$scratch/near.c" <<END
#include <assert.h>
#include <pthread.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct line { int words[16]; };
static union { int value; struct line line; } near, counter;
static void *work(void *unused) {
  counter.value += 77;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  int *p = &near.value + 4 * (__VERIFIER_nondet_uchar() & 63);
  $1
}
END
  ends 10 "$HEDDLE" check --engine reference --property reach "$scratch/near.c"
  ends 10 "$HEDDLE" check --engine explicit --por none --property reach --stats "$scratch/near.c"
  err_has "claims given up: 1"
}
decide 'assert(*p != 77);'
decide 'assert(__sync_fetch_and_add(p, 1) != 77);'
decide 'struct line copy; memcpy(&copy, p, sizeof copy - near.value); assert(copy.words[0] != 77);'
# Where none does, the counter is not followed.
sed 's|4 \* (.*|0;|' "$scratch/near.c" >"$scratch/there.c"
ends 0 "$HEDDLE" check --engine explicit --por none --property reach --stats "$scratch/there.c"
err_has "claims given up: 0"
