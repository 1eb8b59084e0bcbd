// expect: FALSE(deadlock)
// No thread sends what this one waits for.
#include <stddef.h>
#include <fcntl.h>
#include <mqueue.h>

int main(void) {
  struct mq_attr wanted = {.mq_maxmsg = 1, .mq_msgsize = 8};
  char bytes[8];
  mqd_t queue = mq_open("/heddle-empty", O_CREAT | O_RDWR, 0600, &wanted);
  mq_receive(queue, bytes, sizeof bytes, NULL);
  return 0;
}
