// expect: FALSE(memory)
/* A deleted key must not be used. */
#include <pthread.h>
int main(void) {
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  pthread_key_delete(key);
  return pthread_getspecific(key) != NULL;
}
// SPDX-License-Identifier: Apache-2.0
