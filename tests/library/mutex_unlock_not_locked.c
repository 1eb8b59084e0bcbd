// expect: FALSE(lock)
/* A mutex that nobody holds must not be unlocked. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) { return pthread_mutex_unlock(&mutex); }
// SPDX-License-Identifier: Apache-2.0
