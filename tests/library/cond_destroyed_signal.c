// expect: FALSE(lock)
/* Nor signalled. */
#include <pthread.h>
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int main(void) {
  pthread_cond_destroy(&changed);
  pthread_cond_signal(&changed);
}
// SPDX-License-Identifier: Apache-2.0
