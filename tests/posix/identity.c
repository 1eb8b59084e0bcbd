// Who the process is does not change by itself; what it is already it may always become.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/types.h>
#include <unistd.h>

int main(void) {
  uid_t user = getuid(), effective = geteuid();
  assert(getuid() == user && geteuid() == effective && getgid() == getgid());
  assert(getpid() == getpid() && getppid() == getppid() && getpgrp() == getpgrp());
  assert(getpid() > 0 && getppid() >= 0);
  assert(getpgid(0) == getpgrp() && getsid(0) == getsid(0));
  assert(setuid(user) == 0);
  assert(geteuid() == user);
  assert(getpgid(-1) == -1 && errno == ESRCH);
  if (setsid() != -1) {
    assert(getpgrp() == getpid() && getsid(0) == getpid());
    assert(setsid() == -1 && errno == EPERM);
  }
  return 0;
}
