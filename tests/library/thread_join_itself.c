// expect: FALSE(lock)
/* A thread must not join itself. */
#include <pthread.h>
int main(void) { return pthread_join(pthread_self(), NULL); }
// SPDX-License-Identifier: Apache-2.0
