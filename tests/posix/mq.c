// Message queues: order by priority, waiting, non-blocking and timed calls, errors.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t queue;

static void *receive(void *unused) {
  char bytes[16];
  unsigned priority;
  for (int i = 0; i < 3; i++) {
    assert(mq_receive(queue, bytes, sizeof bytes, &priority) == 2);
    assert(bytes[0] == 'a' + i && priority == 0);
  }
  return unused;
}

int main(void) {
  struct mq_attr wanted = {.mq_maxmsg = 2, .mq_msgsize = 16};
  struct mq_attr changed = {.mq_flags = O_NONBLOCK}, old;
  struct timespec past = {1, 0};
  char bytes[16];
  unsigned priority;
  pthread_t receiver;
  mq_unlink("/heddle-queue");
  assert(mq_open("heddle-queue", O_RDWR) == -1 && errno == EINVAL);
  assert(mq_open("/heddle-queue", O_RDWR) == -1 && errno == ENOENT);
  assert(mq_open("/heddle/queue", O_RDWR) == -1 && errno == EACCES);
  assert(mq_open("//heddle-queue", O_RDWR) == -1 && errno == EACCES);
  queue = mq_open("/heddle-queue", O_CREAT | O_RDWR, 0600, &wanted);
  assert(queue != -1);
  assert(mq_open("/heddle-queue", O_CREAT | O_EXCL | O_RDWR, 0600, &wanted) == -1 && errno == EEXIST);
  pthread_create(&receiver, NULL, receive, NULL);
  for (int i = 0; i < 3; i++) {
    char text[2] = {(char)('a' + i), 0};
    assert(mq_send(queue, text, 2, 0) == 0);
  }
  pthread_join(receiver, NULL);
  assert(mq_send(queue, "x", 1, 1) == 0 && mq_send(queue, "y", 1, 2) == 0);
  assert(mq_timedsend(queue, "z", 1, 0, &past) == -1 && errno == ETIMEDOUT);
  assert(mq_receive(queue, bytes, 15, &priority) == -1 && errno == EMSGSIZE);
  assert(mq_receive(queue, bytes, 16, &priority) == 1 && bytes[0] == 'y' && priority == 2);
  assert(mq_setattr(queue, &changed, &old) == 0);
  assert(old.mq_flags == 0 && old.mq_curmsgs == 1 && old.mq_maxmsg == 2 && old.mq_msgsize == 16);
  assert(mq_receive(queue, bytes, 16, &priority) == 1 && bytes[0] == 'x' && priority == 1);
  assert(mq_receive(queue, bytes, 16, NULL) == -1 && errno == EAGAIN);
  assert(mq_send(queue, "0123456789abcdefg", 17, 0) == -1 && errno == EMSGSIZE);
  mqd_t reader = mq_open("/heddle-queue", O_RDONLY);
  assert(mq_send(reader, "x", 1, 0) == -1 && errno == EBADF);
  assert(mq_unlink("/heddle-queue") == 0);
  assert(mq_send(queue, "k", 1, 0) == 0 && mq_receive(reader, bytes, 16, NULL) == 1 && bytes[0] == 'k');
  assert(mq_close(reader) == 0 && mq_close(queue) == 0);
  assert(mq_send(queue, "x", 1, 0) == -1 && errno == EBADF);
  return 0;
}
