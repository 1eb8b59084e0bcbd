// expect: UNKNOWN(a signal to the process that the caller blocks and another thread may get at tests/library/signal_for_some_thread.c:19)
// engines: order
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static void *end(void *argument) { return argument; }
static void handle(int number) { (void)number; }
int main(void) {
  pthread_t other;
  sigset_t set;
  signal(SIGUSR1, handle);
  pthread_create(&other, NULL, end, NULL);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  int process = getpid();
  /* Also if the other thread has ended: nobody looks at that here. */
  if (process)
    kill(process, SIGUSR1);
  pthread_join(other, NULL);
}
// SPDX-License-Identifier: Apache-2.0
