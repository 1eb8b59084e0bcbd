// expect: FALSE(reach)
// The other end of a connection may go at any time.
#include <assert.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  listen(listener, 1);
  int peer = accept(listener, 0, 0);
  if (peer >= 0)
    assert(write(peer, "hello", 5) >= 0);
  return 0;
}
