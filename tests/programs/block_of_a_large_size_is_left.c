// SPDX-License-Identifier: Apache-2.0
// A loop goes one byte behind a block whose size is an input of up to a thousand.
// expect: FALSE(memory)
// properties: reach,memory,deadlock,lock
// engines: explicit random auto
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

static char *bytes;
static unsigned length;
static int is_ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *count(void *unused) {
  pthread_mutex_lock(&lock);
  while (!is_ready)
    pthread_cond_wait(&changed, &lock);
  for (unsigned i = 0; i <= length; i++)
    bytes[i]++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  length = __VERIFIER_nondet_uint();
  if (length > 1000)
    return 0;
  pthread_create(&thread, NULL, count, NULL);
  bytes = malloc(length);
  memset(bytes, 0, length);
  pthread_mutex_lock(&lock);
  is_ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  free(bytes);
  return 0;
}
