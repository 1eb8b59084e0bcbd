// expect: FALSE(deadlock)
/* A routine that waits for itself. */
#include <pthread.h>
static pthread_once_t control = PTHREAD_ONCE_INIT;
static void routine(void) { pthread_once(&control, routine); }
int main(void) { return pthread_once(&control, routine); }
// SPDX-License-Identifier: Apache-2.0
