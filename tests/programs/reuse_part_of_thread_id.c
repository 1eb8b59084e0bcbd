// SPDX-License-Identifier: Apache-2.0
// A byte of a pthread_t in a structure is kept, and the id comes back.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit lazy random auto
// lp64-only
#include <assert.h>
#include <pthread.h>

struct worker {
  int number;
  pthread_t id;
};

static struct worker worker;

static void *work(void *argument) { return argument; }

static unsigned short part(const struct worker *of) { return ((const unsigned short *)of)[6]; }

int main(void) {
  pthread_create(&worker.id, NULL, work, NULL);
  pthread_join(worker.id, NULL);
  unsigned short kept = part(&worker);
  pthread_create(&worker.id, NULL, work, NULL);
  pthread_join(worker.id, NULL);
  assert(part(&worker) != kept);
  return 0;
}
