// A connection that is broken ends the program by SIGPIPE, or fails as the call says.
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  char buffer[4];
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, 0, 0) != 0)
    return 0;
  listen(listener, 1);
  int peer = accept(listener, 0, 0);
  if (peer < 0)
    return 0;
  ssize_t sent = send(peer, "hello", 5, MSG_NOSIGNAL);
  assert(sent > 0 || errno == EPIPE || errno == ECONNRESET);
  ssize_t got = read(peer, buffer, sizeof buffer);
  assert(got >= 0 || errno == ECONNRESET);
  assert(got <= 4);
  return 0;
}
