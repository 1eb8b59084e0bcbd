// expect: TRUE
// properties: reach
// engines: explicit
// options explicit: --domain bdd
// Two cells hold the same input, whatever it is, and an index that is one of a few numbers: the set of
// what they hold has these relations, which ranges do not have.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int sent, copy, table[4], at;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *sender(void *unused) {
  int value = __VERIFIER_nondet_int();
  pthread_mutex_lock(&lock);
  sent = value;
  copy = value;
  at = value & 3;
  table[at] = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  pthread_mutex_lock(&lock);
  assert(sent == copy && at == (sent & 3));
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  assert(table[copy & 3] == 1);
}
