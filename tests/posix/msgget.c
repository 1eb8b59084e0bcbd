// System V message queues: by type, in order, with and without waiting.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/msg.h>

struct text {
  long type;
  char bytes[8];
};

static int queue;

static void *answer(void *unused) {
  struct text text;
  assert(msgrcv(queue, &text, sizeof text.bytes, 1, 0) == 2 && text.bytes[0] == 'q');
  text.type = 2;
  text.bytes[0] = 'a';
  assert(msgsnd(queue, &text, 1, 0) == 0);
  return unused;
}

int main(void) {
  struct text text = {1, "q"};
  pthread_t thread;
  queue = msgget(IPC_PRIVATE, 0600);
  assert(queue != -1);
  pthread_create(&thread, NULL, answer, NULL);
  assert(msgsnd(queue, &text, 2, 0) == 0);
  assert(msgrcv(queue, &text, sizeof text.bytes, 2, 0) == 1 && text.bytes[0] == 'a');
  pthread_join(thread, NULL);
  assert(msgrcv(queue, &text, sizeof text.bytes, 0, IPC_NOWAIT) == -1 && errno == ENOMSG);
  for (long type = 5; type >= 3; type--) {
    text = (struct text){type, "xy"};
    assert(msgsnd(queue, &text, 3, IPC_NOWAIT) == 0);
  }
  assert(msgrcv(queue, &text, 1, 0, 0) == -1 && errno == E2BIG);
  assert(msgrcv(queue, &text, 1, 0, MSG_NOERROR) == 1 && text.type == 5);
  assert(msgrcv(queue, &text, 8, -4, 0) == 3 && text.type == 3);
  assert(msgrcv(queue, &text, 8, 4, IPC_NOWAIT | MSG_EXCEPT) == -1 && errno == ENOMSG);
  for (long type = 5; type >= 3; type--) {
    text = (struct text){type, "xy"};
    assert(msgsnd(queue, &text, 3, IPC_NOWAIT) == 0);
  }
  assert(msgrcv(queue, &text, 8, -4, IPC_NOWAIT | MSG_EXCEPT) == 3 && text.type == 3);
  assert(msgctl(queue, IPC_RMID, NULL) == 0);
  int other = msgget(IPC_PRIVATE, 0600);
  assert(other != -1 && other != queue);
  assert(msgsnd(queue, &text, 1, 0) == -1 && errno == EINVAL);
  assert(msgctl(other, IPC_RMID, NULL) == 0);
  return 0;
}
