// expect: TRUE
/* An errorcheck mutex that is not held gives EPERM. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int main(void) { assert(pthread_cond_wait(&changed, &mutex) == EPERM); }
// SPDX-License-Identifier: Apache-2.0
