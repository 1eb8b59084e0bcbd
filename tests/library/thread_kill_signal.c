// expect: FALSE(abort)
#include <pthread.h>
#include <signal.h>
int main(void) { return pthread_kill(pthread_self(), SIGTERM); }
// SPDX-License-Identifier: Apache-2.0
