// expect: TRUE
// properties: division
// engines: static
/* An unsigned number of 64 bits that is compared with 0 first: its bounds do not tell that it is another one. */
#include <pthread.h>
#include <stddef.h>
static unsigned long sum, count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    sum += 7;
    count++;
    unsigned long all = count, total = sum;
    pthread_mutex_unlock(&lock);
    if (all > 0)
      total = total / all;
    if (all != 0 && total % all == 3)
      break;
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
