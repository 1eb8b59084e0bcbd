// A notification comes once, for a message that arrives at an empty queue, by a thread.
#include <stddef.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <semaphore.h>
#include <signal.h>

static sem_t called;
static int got;

static void take(union sigval value) {
  got = value.sival_int;
  sem_post(&called);
}

int main(void) {
  struct mq_attr wanted = {.mq_maxmsg = 2, .mq_msgsize = 8};
  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = take};
  event.sigev_value.sival_int = 7;
  sem_init(&called, 0, 0);
  mq_unlink("/heddle-notify");
  mqd_t queue = mq_open("/heddle-notify", O_CREAT | O_RDWR, 0600, &wanted);
  assert(queue != -1);
  assert(mq_notify(queue, &event) == 0);
  assert(mq_notify(queue, &event) == -1 && errno == EBUSY);
  assert(mq_send(queue, "a", 1, 0) == 0);
  sem_wait(&called);
  assert(got == 7);
  assert(mq_notify(queue, &event) == 0);
  assert(mq_send(queue, "b", 1, 0) == 0); /* it is not empty */
  assert(mq_notify(queue, NULL) == 0);
  mq_unlink("/heddle-notify");
  return 0;
}
