// expect: TRUE
// properties: reach,memory,division
// engines: impact
// Two threads hand numbers over through a flag, for ever; what arrives is what was sent.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int full;
static unsigned letter, check;

static void *sends(void *argument) {
  for (;;) {
    unsigned next = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&mutex);
    if (!full) {
      letter = next;
      check = next;
      full = 1;
    }
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

static void *receives(void *argument) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    if (full) {
      assert(letter == check);
      full = 0;
    }
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, sends, 0);
  pthread_create(&second, 0, receives, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
