// expect: FALSE(memory)
// A message counts its owners, and the last one to let go frees it. The count is atomic, but the
// test is not part of the update: both owners can see zero and free the message twice.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  atomic_int owners;
  int payload;
};

static void release(struct message *message) {
  message->owners--;
  if (message->owners == 0)
    free(message);
}

static void *receive(void *argument) {
  release(argument);
  return NULL;
}

int main(void) {
  struct message *message = malloc(sizeof *message);
  message->owners = 2;
  message->payload = 42;
  pthread_t receiver;
  pthread_create(&receiver, NULL, receive, message);
  release(message);
  pthread_join(receiver, NULL);
}
