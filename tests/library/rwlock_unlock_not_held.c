// expect: FALSE(lock)
/* A lock that nobody holds must not be unlocked. */
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) { return pthread_rwlock_unlock(&lock); }
// SPDX-License-Identifier: Apache-2.0
