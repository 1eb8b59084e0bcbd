// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE FALSE(reach) FALSE(race)
// repair: 5
// orders: minimal
/* Publishing as with RCU: a new version is made aside, a pointer to it is published, and a grace period
 * passes until no reader can still have the old version; only then is that used again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int versions[2];
static _Atomic(int *) current = &versions[0];
static atomic_int reading;

static void *reader(void *unused) {
  atomic_store_explicit(&reading, 1, memory_order_seq_cst);
  int *version = atomic_load_explicit(&current, memory_order_seq_cst);
  int value = *version;
  assert(value == 0 || value == 1);
  atomic_store_explicit(&reading, 0, memory_order_release);
  return unused;
}

static void *writer(void *unused) {
  versions[1] = 1;
  atomic_store_explicit(&current, &versions[1], memory_order_seq_cst);
  while (atomic_load_explicit(&reading, memory_order_seq_cst))
    ;
  versions[0] = 2; /* nobody reads the old version */
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, reader, NULL);
  pthread_create(&ids[1], NULL, writer, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
