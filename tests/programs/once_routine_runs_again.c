// expect: FALSE(race)
// properties: race
// engines: reference explicit auto
// main sets the control back, so that a thread runs the routine again while another one reads.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int shared;

static void set(void) { shared++; }

static void *read_only(void *unused) {
  pthread_once(&once, set);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_once_t fresh = PTHREAD_ONCE_INIT;
  pthread_once(&once, set);
  once = fresh;
  pthread_create(&thread, NULL, read_only, NULL);
  return shared;
}
