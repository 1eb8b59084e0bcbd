# SPDX-License-Identifier: Apache-2.0
# UNKNOWN names what is in the way, with its name and line, and counts what was searched.
write call.c <<'END'
#include <pthread.h>
int x;
unsigned long __VERIFIER_nondet_ulong(void);
static void *run(void *argument) {
  x++;
  return argument;
}
int main(void) {
  pthread_t thread;
  void (*f)(void) = (void (*)(void))__VERIFIER_nondet_ulong();
  pthread_create(&thread, 0, run, 0);
  f();
  pthread_join(thread, 0);
}
END
ends 20 "$HEDDLE" check --engine lockset --property race "$scratch/call.c"
in_the_way "a call through a pointer whose functions are not known at call.c:12, which is not excluded (lockset)"
last_line "UNKNOWN(race)"
# In library code, the user's own call is named.
write once.c <<'END'
#include <pthread.h>
unsigned long __VERIFIER_nondet_ulong(void);
static pthread_once_t once = PTHREAD_ONCE_INIT;
int x;
static void *run(void *argument) {
  x++;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_once(&once, (void (*)(void))__VERIFIER_nondet_ulong());
  pthread_join(thread, 0);
}
END
ends 20 "$HEDDLE" check --engine lockset --property race "$scratch/once.c"
in_the_way "a call through a pointer whose functions are not known in pthread_once at once.c:12"
# States that were searched are some of those that are known, also where states are searched again.
write loop.c <<'END'
#include <assert.h>
#include <pthread.h>
int x;
static void *count(void *argument) {
  for (int i = 0; i < 1000; i++)
    x += i & 3;
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
  assert(x >= 0);
}
END
for work in 1 4; do
  ends 20 "$HEDDLE" check -q --engine explicit --work $work --property reach "$scratch/loop.c"
  out_has "known states without a violation"
  sed -n 's/.*after \([0-9]*\) of \([0-9]*\) known states.*/\1 \2/p' "$scratch/out" |
    awk '$1 > $2 { exit 1 }' || fail "more states were searched than are known"
done
# Random executions tell how many of them did what matters.
write seldom.c <<'END'
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int x;
static void *count(void *argument) {
  x = 1;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  pthread_join(thread, 0);
  if (__VERIFIER_nondet_int() == 123456789)
    assert(x == 1);
}
END
ends 20 "$HEDDLE" check --engine random --executions 7 "$scratch/seldom.c"
out_has "searched    no violation in 7 random executions: all created a second thread, none reached an"
