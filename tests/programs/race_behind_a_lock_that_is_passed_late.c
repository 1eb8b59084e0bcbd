// expect: FALSE(race)
// properties: race
// engines: reference explicit order
/* The execution that order finds enters a section of the lock later than its formula says, so it is begun again. The steps
 * before the first visible operation (malloc) are then main's, as in the first attempt. */
#include <pthread.h>
#include <stdlib.h>

static int x, *pointer = &x, *block;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *set(void *argument) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  x = 0;
  return argument;
}

static void *add(void *argument) {
  __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
  return argument;
}

int main(void) {
  pthread_t t[3];
  block = malloc(sizeof *block);
  pthread_create(&t[0], 0, set, 0);
  pthread_create(&t[1], 0, add, 0);
  pthread_create(&t[2], 0, set, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
