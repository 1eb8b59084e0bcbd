/* Names that are too long for a column. */
#include <assert.h>
#include <pthread.h>

static int requests_handled_since_the_last_statistics_were_printed_by_the_server;

static void *handle(void *argument) {
  requests_handled_since_the_last_statistics_were_printed_by_the_server++;
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, handle, NULL);
  pthread_create(&two, NULL, handle, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(requests_handled_since_the_last_statistics_were_printed_by_the_server == 2);
}
// SPDX-License-Identifier: Apache-2.0
