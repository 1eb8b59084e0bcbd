/* SPDX-License-Identifier: Apache-2.0 */
/* N threads alike look twice whether data was published, and read it if so. */
#include "parametric.h"

static atomic_int published, data;

static void work(int me) {
  (void)me;
  int early = atomic_load(&published);
  int late = atomic_load(&published);
  assert(late >= early);
  if (early)
    assert(atomic_load(&data) == 7);
}

static void *publisher(void *unused) {
  atomic_store(&data, 7);
  atomic_store(&published, 1);
  return unused;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, 0, publisher, 0);
  run_workers(1);
  pthread_join(writer, 0);
}
