// expect: FALSE(memory)
// A request is handed to a thread that nobody waits for. It is a local variable of the function that
// creates the thread, and gone when that function returns.
#include <pthread.h>
#include <stddef.h>

struct request {
  int number;
};

static int last_number;

static void *answer(void *argument) {
  const struct request *request = argument;
  last_number = request->number;
  return NULL;
}

static void accept_request(int number) {
  struct request request = {number};
  pthread_t thread;
  pthread_create(&thread, NULL, answer, &request);
  pthread_detach(thread);
}

int main(void) {
  accept_request(7);
  pthread_exit(NULL);
}
// SPDX-License-Identifier: Apache-2.0
