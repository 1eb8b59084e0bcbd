# Every engine keeps --time where a single step has no end, or any number of outcomes.
write head.h <<'END_OF_FILE'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
unsigned x;
atomic_int taken;
static void work(void);
static void *run(void *argument) {
  __VERIFIER_atomic_begin();
  work();
  __VERIFIER_atomic_end();
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != 1000000);
}
END_OF_FILE
write inputs.c <<'END_OF_FILE'
#include "head.h"
static void work(void) {
  while (__VERIFIER_nondet_int())
    x++;
}
END_OF_FILE
write endless.c <<'END_OF_FILE'
#include "head.h"
static void work(void) {
  for (;;)
    x = x * 5 + 1;
}
END_OF_FILE
write exchange.c <<'END_OF_FILE'
#include "head.h"
static void work(void) {
  int expected = 0;
  while (!atomic_compare_exchange_strong(&taken, &expected, 1))
    expected = 0;
  x++;
}
END_OF_FILE
for engine in reference explicit order lazy schedule widen impact modular auto; do
  for program in inputs endless exchange; do
    spends 2 "$HEDDLE" check --engine $engine --threads 1 --time 1 "$scratch/$program.c"
    grep -q -e "^UNKNOWN(" -e "^TRUE$" "$scratch/out" || fail "no verdict"
  done
done
spends 2 "$HEDDLE" run --time 1 "$scratch/endless.c"
err_has "the execution was stopped: time"
