// expect rc11: FALSE(race)
// expect: FALSE(race)
// engines: auto
// properties: race
/* What the message holds, and whether it is read, depends on inputs. */
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
static int message, copy;
static atomic_int ready;

static void *send(void *value) {
  message = *(int *)value;
  atomic_store_explicit(&ready, message > 100 ? 2 : 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t sender;
  int value = __VERIFIER_nondet_int();
  pthread_create(&sender, NULL, send, &value);
  if (atomic_load_explicit(&ready, memory_order_acquire) == 2)
    copy = message;
  pthread_join(sender, NULL);
  return copy & 1;
}
// SPDX-License-Identifier: Apache-2.0
