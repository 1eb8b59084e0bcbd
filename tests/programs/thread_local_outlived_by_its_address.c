// expect: FALSE(memory)
// properties: memory
// engines: reference explicit auto
// A thread gives the address of its variable away, and another one may use it after its end.
#include <pthread.h>

static _Thread_local int own;
static int *_Atomic given;

static void *give(void *unused) {
  given = &own;
  return unused;
}

static void *use(void *unused) {
  int *place = given;
  if (place)
    *place = 2;
  return unused;
}

int main(void) {
  pthread_t giver, user;
  pthread_create(&giver, NULL, give, NULL);
  pthread_create(&user, NULL, use, NULL);
  pthread_join(user, NULL);
  pthread_join(giver, NULL);
}
