# SPDX-License-Identifier: Apache-2.0
# A search that recalls steps visits exactly the states of the reference search, also where a new thread
# comes before others in a state: threads are in the order of their numbers, not of their creation.
write program.c <<'END'
#include <pthread.h>

static int x, y;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *inner(void *argument) {
  pthread_mutex_lock(&lock);
  x++;
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *outer(void *argument) {
  pthread_t thread;
  pthread_create(&thread, 0, inner, 0);
  pthread_mutex_lock(&lock);
  y++;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, outer, 0);
  pthread_mutex_lock(&lock);
  y++;
  pthread_mutex_unlock(&lock);
  pthread_create(&second, 0, inner, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
END
ends 0 "$HEDDLE" check --engine reference --stats "$scratch/program.c"
states=$(grep '^states: ' "$scratch/err")
ends 0 "$HEDDLE" check --engine explicit --por none --stats "$scratch/program.c"
err_has "$states"
