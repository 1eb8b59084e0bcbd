# SPDX-License-Identifier: Apache-2.0
# The domains of explicit: what each of them proves, refutes or leaves open.
write steps.c <<'END'
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *p) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    if (x < 10)
      x += 3;
    pthread_mutex_unlock(&lock);
  }
  return p;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&lock);
  assert(x < LIMIT);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
}
END
explicit() { "$HEDDLE" check -q --engine explicit --time 60 "$@"; }
for domain in value interval value+interval bdd value+bdd; do
  ends 0 explicit --domain $domain --property reach "$scratch/steps.c" -- -DLIMIT=13
done
for domain in value value+interval bdd value+bdd; do
  ends 10 explicit --domain $domain --property reach "$scratch/steps.c" -- -DLIMIT=12
done
# Ranges alone have 0 to 12; that 12 is reached is known only to whoever unwinds the loop.
ends 20 explicit --domain interval --property reach "$scratch/steps.c" -- -DLIMIT=12
last_line "UNKNOWN(the intervals do not exclude an error that could not be confirmed)"
# Races are no matter of intervals; values take them over.
ends 20 explicit --domain interval --property reach,race "$scratch/steps.c" -- -DLIMIT=13
last_line "UNKNOWN(the search with intervals does not cover races, deadlocks and leaks)"
ends 0 explicit --domain value+interval --property reach,race,deadlock "$scratch/steps.c" -- -DLIMIT=13
ends 20 explicit --domain bdd --property reach,race "$scratch/steps.c" -- -DLIMIT=13
last_line "UNKNOWN(the search with decision diagrams does not cover races, deadlocks and leaks)"
ends 0 explicit --domain value+bdd --property reach,race,deadlock "$scratch/steps.c" -- -DLIMIT=13
ends 0 explicit --domain bdd --merge sep --property reach "$scratch/steps.c" -- -DLIMIT=13
ends 2 explicit --domain nothing "$scratch/steps.c" -- -DLIMIT=13
# Which domain decided is said.
for domain in interval value+interval; do
  ends 0 "$HEDDLE" check --stats --engine explicit --domain $domain --property reach "$scratch/steps.c" -- -DLIMIT=13
  err_has "engine: explicit(interval)"
done
ends 0 "$HEDDLE" check --stats --engine explicit --domain value+interval --property reach,race "$scratch/steps.c" -- -DLIMIT=13
err_has "engine: explicit(value+interval)"
