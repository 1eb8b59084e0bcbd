# SPDX-License-Identifier: Apache-2.0
# Initialising mutexes by calls makes reduction no weaker: threads that lock different ones commute.
write seats.c <<'END'
#include <pthread.h>
enum { SEATS = 4 };
static pthread_mutex_t forks[SEATS + 1];
static void *eat(void *argument) {
  long seat = (long)argument;
  for (int meal = 0; meal < 2; meal++) {
    pthread_mutex_lock(&forks[seat]);
    pthread_mutex_lock(&forks[seat + 1]);
    pthread_mutex_unlock(&forks[seat + 1]);
    pthread_mutex_unlock(&forks[seat]);
  }
  return 0;
}
int main(void) {
  pthread_t threads[SEATS];
#ifdef INIT
  for (int i = 0; i <= SEATS; i++)
    pthread_mutex_init(&forks[i], 0);
#endif
  for (long i = 0; i < SEATS; i++)
    pthread_create(&threads[i], 0, eat, (void *)i);
  for (int i = 0; i < SEATS; i++)
    pthread_join(threads[i], 0);
}
END
states() { # FLAG...
  ends 0 "$HEDDLE" check --engine explicit --property reach --stats "$scratch/seats.c" -- "$@"
  count=$(sed -n 's/^states: //p' "$scratch/err")
}
states
plain=$count
states -DINIT
[ "$count" -le $((plain + 20)) ] || fail "$count states with initialised mutexes, $plain without"
