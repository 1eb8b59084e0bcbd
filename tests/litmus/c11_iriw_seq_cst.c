// expect: TRUE
// expect rc11: TRUE
// engines: graph order
// properties: reach
/* With seq_cst accesses they agree. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int r1, r2, r3, r4;
#define W(place, value) atomic_store_explicit(&place, value, memory_order_seq_cst)
#define R(place) atomic_load_explicit(&place, memory_order_seq_cst)
#define THREAD(name, ...)                                                                            \
  static void *name(void *unused) {                                                                 \
    __VA_ARGS__ return unused;                                                                      \
  }
THREAD(thread1, W(x, 1);)
THREAD(thread2, W(y, 1);)
THREAD(thread3, r1 = R(x); r2 = R(y);)
THREAD(thread4, r3 = R(y); r4 = R(x);)

int main(void) {
  pthread_t ids[4];
  pthread_create(&ids[0], 0, thread1, 0);
  pthread_create(&ids[1], 0, thread2, 0);
  pthread_create(&ids[2], 0, thread3, 0);
  pthread_create(&ids[3], 0, thread4, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(ids[i], 0);
  (void)r1, (void)r2, (void)r3, (void)r4;
  assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
