// expect: TRUE
// engines: explicit
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>
int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigprocmask(SIG_BLOCK, &set, NULL);
  int descriptor = signalfd(-1, &set, SFD_NONBLOCK);
  struct signalfd_siginfo information;
  assert(read(descriptor, &information, 1) == -1 && errno == EINVAL);
  struct pollfd wanted = {descriptor, POLLIN, 0};
  if (poll(&wanted, 1, 0) == 1)
    assert(wanted.revents == POLLIN);
  raise(SIGTERM);
  assert(read(descriptor, &information, sizeof information) == sizeof information);
  assert(information.ssi_signo == SIGTERM);
  assert(signalfd(0, &set, 0) == -1 && errno == EINVAL);
  assert(close(descriptor) == 0);
}
// SPDX-License-Identifier: Apache-2.0
