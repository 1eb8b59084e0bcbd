// expect: FALSE(memory)
// properties: reach,memory
// engines: explicit order
// A copy whose size is an input may leave the array.
#include <assert.h>
#include <pthread.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

static char from[8] = "abcdefg", to[8];
static unsigned size;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *copy(void *argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  memcpy(to, from, size);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  size = __VERIFIER_nondet_uint();
  if (size > 9)
    return 0;
  pthread_create(&thread, NULL, copy, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  memmove(to + 1, to, size > 7 ? 7 : size);
  memset(from, 'x', size);
  return 0;
}
