// expect: FALSE(memory)
/* A deleted key must not be deleted. */
#include <pthread.h>
int main(void) {
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  pthread_key_delete(key);
  pthread_key_delete(key);
}
// SPDX-License-Identifier: Apache-2.0
