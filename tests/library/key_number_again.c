// expect: FALSE(reach)
// engines: reference explicit order
// A new key of thread-specific data may have the number of one that was deleted, but not its values.
#include <assert.h>
#include <pthread.h>
int main(void) {
  pthread_key_t first, second;
  int x = 0;
  pthread_key_create(&first, NULL);
  pthread_setspecific(first, &x);
  pthread_key_delete(first);
  pthread_key_create(&second, NULL);
  assert(pthread_getspecific(second) == NULL);
  assert(first != second);
  pthread_key_delete(second);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
