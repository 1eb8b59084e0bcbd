// expect: FALSE(memory)
/* A thread id that nobody ever had. */
#include <pthread.h>
static pthread_t thread;
int main(void) { return pthread_join(thread, NULL); }
// SPDX-License-Identifier: Apache-2.0
