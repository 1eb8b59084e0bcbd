// expect: TRUE
// engines: reference explicit
// properties: reach
/* Figure 1 of Beyer and Friedberger, with types; tests/cli/reachability_graph.sh compares the graph. */
#include <assert.h>
#include <pthread.h>

static int i = 1, j = 1;

static void *t1(void *unused) {
  i += j;
  i += j;
  return unused;
}

static void *t2(void *unused) {
  j += i;
  j += i;
  return unused;
}

int main(void) {
  pthread_t id1, id2;
  pthread_create(&id1, 0, t1, 0);
  pthread_create(&id2, 0, t2, 0);
  pthread_join(id1, 0);
  pthread_join(id2, 0);
  assert(j <= 8);
}
// SPDX-License-Identifier: Apache-2.0
