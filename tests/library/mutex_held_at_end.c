// expect: TRUE
/* A program may end while a mutex is held. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) { return pthread_mutex_lock(&mutex); }
// SPDX-License-Identifier: Apache-2.0
