// expect: FALSE(lock)
/* The mutex must be held by the thread that waits. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int main(void) { return pthread_cond_wait(&changed, &mutex); }
// SPDX-License-Identifier: Apache-2.0
