// expect: FALSE(memory)
/* A key that was never created must not be used. */
#include <pthread.h>
int main(void) { return pthread_setspecific(3, &main); }
// SPDX-License-Identifier: Apache-2.0
