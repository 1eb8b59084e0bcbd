// expect: TRUE
// properties: reach,deadlock,race
// engines: reference explicit
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int event, data;
static void *signal_event(void *unused) {
  unsigned long long one = 1;
  data = 1;
  write(event, &one, 8);
  return unused;
}
int main(void) {
  pthread_t thread;
  unsigned long long count = 2;
  event = eventfd(0, 0);
  assert(write(event, &count, 8) == 8 && write(event, &count, 8) == 8);
  assert(read(event, &count, 8) == 8 && count == 4);
  pthread_create(&thread, NULL, signal_event, NULL);
  read(event, &count, 8);
  assert(count == 1 && data == 1);
  int steps = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
  assert(read(steps, &count, 8) == 8 && count == 1 && read(steps, &count, 8) == 8);
  assert(read(steps, &count, 8) == -1 && errno == EAGAIN);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
