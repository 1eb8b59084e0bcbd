// expect: TRUE
// properties: reach
/* glibc notices that a thread joins itself. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) { assert(pthread_join(pthread_self(), NULL) == EDEADLK); }
// SPDX-License-Identifier: Apache-2.0
