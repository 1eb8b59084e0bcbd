// expect: TRUE
#include <assert.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
int main(void) {
  int pair[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  char first[2] = "ab", second[1] = "c", got[3];
  struct iovec pieces[2] = {{first, 2}, {second, 1}}, room = {got, 3};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = pieces;
  message.msg_iovlen = 2;
  assert(sendmsg(pair[0], &message, MSG_NOSIGNAL) == 3);
  message.msg_iov = &room;
  message.msg_iovlen = 1;
  assert(recvmsg(pair[1], &message, 0) == 3 && memcmp(got, "abc", 3) == 0);
}
// SPDX-License-Identifier: Apache-2.0
