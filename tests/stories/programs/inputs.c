// A violation that needs certain inputs, in a function called from another, under a lock.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int limit;

static void check(int amount) {
  assert(amount < limit);
}

static void *spend(void *unused) {
  int amount = __VERIFIER_nondet_int() & 3;
  pthread_mutex_lock(&lock);
  check(amount);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t spender;
  int settings[6];
  for (int i = 0; i < 6; i++)
    settings[i] = i;
  limit = settings[2];
  pthread_create(&spender, 0, spend, settings);
  pthread_join(spender, 0);
}
// SPDX-License-Identifier: Apache-2.0
