/* Each case passes NULL where a valid pointer is required: one memory error each. */
#define _GNU_SOURCE
#include <unistd.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/socket.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <poll.h>
#include <signal.h>
#include <dirent.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
static void *volatile none;
static char text[256];
int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1: open(none, O_RDONLY); break;
  case 2: openat(AT_FDCWD, none, O_RDONLY); break;
  case 3: creat(none, 0600); break;
  case 4: shm_open(none, O_RDWR, 0600); break;
  case 5: memfd_create(none, 0); break;
  case 6: unlink(none); break;
  case 7: unlinkat(AT_FDCWD, none, 0); break;
  case 8: shm_unlink(none); break;
  case 9: rmdir(none); break;
  case 10: mkdir(none, 0700); break;
  case 11: mkdirat(AT_FDCWD, none, 0700); break;
  case 12: mkfifo(none, 0600); break;
  case 13: chdir(none); break;
  case 14: chmod(none, 0600); break;
  case 15: access(none, R_OK); break;
  case 16: faccessat(AT_FDCWD, none, R_OK, 0); break;
  case 17: link(none, "x"); break;
  case 18: link("x", none); break;
  case 19: symlink(none, "x"); break;
  case 20: symlink("x", none); break;
  case 21: truncate(none, 0); break;
  case 22: stat(none, (struct stat *)(void *)text); break;
  case 23: stat("x", none); break;
  case 24: lstat(none, (struct stat *)(void *)text); break;
  case 25: fstatat(AT_FDCWD, none, (struct stat *)(void *)text, 0); break;
  case 26: fstat(0, none); break;
  case 27: read(0, none, 3); break;
  case 28: write(1, none, 3); break;
  case 29: pipe(none); break;
  case 30: socketpair(AF_UNIX, SOCK_STREAM, 0, none); break;
  case 31: bind(0, none, 3); break;
  case 32: connect(0, none, 3); break;
  case 33: send(socket(AF_INET, SOCK_STREAM, 0), none, 3, 0); break;
  case 34: gethostname(none, 3); break;
  case 35: getrusage(RUSAGE_SELF, none); break;
  case 36: opendir(none); break;
  case 37: readdir(none); break;
  case 38: closedir(none); break;
  case 39: dirfd(none); break;
  case 42: poll(none, 1, 0); break;
  case 43: sigemptyset(none); break;
  case 44: sigaddset(none, 1); break;
  case 45: sigismember(none, 1); break;
  case 46: readv(0, none, 1); break;
  case 47: writev(1, none, 1); break;
  case 48: getsockopt(socket(AF_INET, SOCK_STREAM, 0), 0, 0, none, none); break;
  case 50: sigwait(none, &(int){0}); break;
  case 51: sigsuspend(none); break;
  }
}
// SPDX-License-Identifier: Apache-2.0
