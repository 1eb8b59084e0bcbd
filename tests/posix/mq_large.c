// expect: FALSE(reach)
// The system may refuse a queue for more messages than usual.
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>

int main(void) {
  struct mq_attr wanted = {.mq_maxmsg = 11, .mq_msgsize = 16};
  mqd_t queue = mq_open("/heddle-large", O_CREAT | O_RDWR, 0600, &wanted);
  assert(queue != -1);
  return 0;
}
