// expect: TRUE
// engines: reference explicit
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static int caught;
static void handler(int number) { caught = number; }
int main(void) {
  signal(SIGUSR1, handler);
  assert(pthread_kill(pthread_self(), SIGUSR1) == 0);
  assert(caught == SIGUSR1);
}
// SPDX-License-Identifier: Apache-2.0
