// expect: TRUE
// expect rc11: TRUE
// engines: graph order
// properties: reach
/* No value comes out of thin air, not even with relaxed accesses. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int r1, r2, r3, r4;
#define W(place, value) atomic_store_explicit(&place, value, memory_order_relaxed)
#define R(place) atomic_load_explicit(&place, memory_order_relaxed)
#define THREAD(name, ...)                                                                            \
  static void *name(void *unused) {                                                                 \
    __VA_ARGS__ return unused;                                                                      \
  }
THREAD(thread1, r1 = R(x); W(y, 1);)
THREAD(thread2, r2 = R(y); W(x, 1);)

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], 0, thread1, 0);
  pthread_create(&ids[1], 0, thread2, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], 0);
  (void)r1, (void)r2, (void)r3, (void)r4;
  assert(!(r1 == 1 && r2 == 1));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
