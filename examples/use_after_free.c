// expect: FALSE(memory)
// A message counts its owners, and the last one to let go frees it. The count is only touched under
// the lock, but it is tested in a critical section of its own: both owners can find it zero, and
// the second one looks into a message that is gone.
#include <pthread.h>
#include <stdlib.h>

struct message {
  int owners, payload;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void let_go(struct message *message) {
  pthread_mutex_lock(&lock);
  message->owners--;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (message->owners == 0)
    free(message);
  pthread_mutex_unlock(&lock);
}

static void *receive(void *argument) {
  let_go(argument);
  return NULL;
}

int main(void) {
  struct message *message = malloc(sizeof *message);
  message->owners = 2;
  message->payload = 42;
  pthread_t receiver;
  pthread_create(&receiver, NULL, receive, message);
  let_go(message);
  pthread_join(receiver, NULL);
}
// SPDX-License-Identifier: Apache-2.0
