# SPDX-License-Identifier: Apache-2.0
# A proof that is about less than it seems is told as such.
write none.c <<'END'
int main(void) { return 0; }
END
ends 0 "$HEDDLE" check "$scratch/none.c"
out_has "Warning: the program creates no threads."
out_has "Warning: the program has no assertions."
! grep -q "failure status" "$scratch/out" || fail "it ends well"
ends 0 "$HEDDLE" check --property race "$scratch/none.c"
! grep -q "assertions" "$scratch/out" || fail "nobody asked for assertions"
# Only one interleaving comes to the assertion, which lies behind a function that always fails.
write rare.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x, y;
static void die(void) { abort(); }
static void *work(void *argument) {
  x = 1;
  y = 1;
  x = 0;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  int both = x;
  both += y;
  if (both == 2) {
    if (y != 1)
      die();
  }
  pthread_join(thread, NULL);
}
END
ends 0 "$HEDDLE" check "$scratch/rare.c"
! grep -q Warning "$scratch/out" || fail "there is nothing to warn of"
sed 's/both == 2/both == 3/' "$scratch/rare.c" | write never.c
for engine in auto explicit order reference; do
  ends 0 "$HEDDLE" check --engine $engine --property reach,abort "$scratch/never.c"
  out_has "Warning: no execution reaches an assertion."
  ! grep -q thread "$scratch/out" || fail "there is a second thread"
done
# A status of failure is one only if nothing else is possible; programs without end have none.
write ends.c <<'END'
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
#ifdef SOMETIMES
  if (__VERIFIER_nondet_bool())
    return 0;
#endif
#ifdef NEVER
  for (;;)
    ;
#endif
  _Exit(3);
}
END
ends 0 "$HEDDLE" check "$scratch/ends.c"
out_has "Warning: every execution that ends exits with a failure status, such as 3; if failed checks exit like this,"
out_has "use --error-function exit,_Exit."
ends 10 "$HEDDLE" check --error-function exit,_Exit "$scratch/ends.c"
ends 0 "$HEDDLE" check "$scratch/ends.c" -- -DSOMETIMES
! grep -q "failure status" "$scratch/out" || fail "it may end well"
ends 0 "$HEDDLE" check "$scratch/ends.c" -- -DNEVER
! grep -q "failure status" "$scratch/out" || fail "it does not end"
