// expect: TRUE
// properties: reach,memory
// engines: explicit
// options explicit: --domain interval
/* A length that comes from outside: another thread changes the limit while the copy is made, but the length was
 * read once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

enum { ROOM = 48 };
static atomic_int limit = ROOM;
static char buffer[ROOM];

static void *configure(void *unused) {
  while (__VERIFIER_nondet_int()) {
    int wanted = __VERIFIER_nondet_int();
    if (wanted > 0 && wanted <= ROOM)
      atomic_store(&limit, wanted);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, configure, 0);
  while (__VERIFIER_nondet_int()) {
    int length = __VERIFIER_nondet_int(), most = atomic_load(&limit);
    if (length > most)
      length = most;
    for (int i = 0; i < length; i++)
      buffer[i] = (char)__VERIFIER_nondet_int();
  }
  pthread_join(thread, 0);
}
