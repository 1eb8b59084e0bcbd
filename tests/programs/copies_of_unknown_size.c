// expect: TRUE
// properties: reach,memory
// engines: explicit order
// Copies and fills whose size is an input: bytes below it change, those above do not.
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
  if (size > 8)
    return 0;
  pthread_create(&thread, NULL, copy, NULL);
  pthread_mutex_lock(&mutex);
  assert(!to[1] || to[0] == 'a');
  assert(!to[3] || size > 3);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  assert(size < 3 || to[2] == 'c');
  memmove(to + 1, to, size > 7 ? 7 : size);
  assert(size < 1 || to[1] == 'a');
  memset(from, 'x', size);
  assert(size < 1 || from[size - 1] == 'x');
  assert(size > 2 || from[2] == 'c');
  return 0;
}
