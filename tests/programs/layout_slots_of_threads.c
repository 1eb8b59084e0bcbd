// SPDX-License-Identifier: Apache-2.0
// Slots are chosen by bits of the thread id that are the same for all threads on most machines.
// expect: FALSE(race)
// properties: race
// engines: reference explicit graph random auto
#include <pthread.h>
#include <stdint.h>

static int slots[16];

static void *work(void *unused) {
  slots[(uintptr_t)pthread_self() >> 28 & 15]++;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
