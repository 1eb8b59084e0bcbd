// A thread that waits for a message, or for room, can be cancelled.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/ipc.h>
#include <sys/msg.h>

static struct {
  long type;
  char bytes[8192];
} text = {.type = 1};

static int queue;

static void *receive(void *unused) {
  msgrcv(queue, &text, 1, 2, 0);
  return unused;
}

static void *send(void *unused) {
  for (int i = 0; i < 3; i++)
    msgsnd(queue, &text, sizeof text.bytes, 0);
  return unused;
}

static void cancel(void *(*run)(void *)) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, run, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
}

int main(void) {
  queue = msgget(IPC_PRIVATE, 0600);
  assert(queue != -1);
  cancel(receive);
  cancel(send);
  assert(msgctl(queue, IPC_RMID, NULL) == 0);
  return 0;
}
