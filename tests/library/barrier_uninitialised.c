// expect: FALSE(lock)
/* A barrier must be initialised. */
#include <pthread.h>
static pthread_barrier_t barrier;
int main(void) { return pthread_barrier_wait(&barrier); }
// SPDX-License-Identifier: Apache-2.0
