/* Descriptors of files, pipes and sockets. Nothing is known of what is behind them: every call may
 * fail, and what comes in is arbitrary. Data that is sent is only read. */
#include "any.h"
#include "errors.h"
#include "heddle.h"

#include <poll.h>
#include <stddef.h>
#include <sys/select.h>
#include <sys/stat.h>

void pthread_testcancel(void);

/* 0 or more, or -1 for a failure whose number is arbitrary too. */
static int any_descriptor(void) {
  int result = (int)(__heddle_nondet_u32() % 1024) - 1;
  if (result < 0)
    *__errno_location() = (int)(__heddle_nondet_u8() % 132) + 1;
  return result;
}

static int done_or_failed(void) {
  if (!__heddle_nondet_bool())
    return 0;
  *__errno_location() = (int)(__heddle_nondet_u8() % 132) + 1;
  return -1;
}

#define OPENING(name, ...)                                                                         \
  int name(__VA_ARGS__);                                                                           \
  int name(__VA_ARGS__) { return any_descriptor(); }
#define DOING(name, ...)                                                                           \
  int name(__VA_ARGS__);                                                                           \
  int name(__VA_ARGS__) { return done_or_failed(); }

#pragma clang diagnostic ignored "-Wunused-parameter"

OPENING(open, const char *path, int flags, ...)
OPENING(open64, const char *path, int flags, ...)
OPENING(openat, int directory, const char *path, int flags, ...)
OPENING(creat, const char *path, unsigned mode)
OPENING(dup, int descriptor)
OPENING(dup2, int descriptor, int wanted)
OPENING(fcntl, int descriptor, int command, ...)
OPENING(fcntl64, int descriptor, int command, ...)
OPENING(socket, int domain, int type, int protocol)
OPENING(epoll_create1, int flags)
OPENING(eventfd, unsigned initial, int flags)
OPENING(inotify_init, void)
DOING(close, int descriptor)
DOING(fsync, int descriptor)
DOING(fdatasync, int descriptor)
DOING(ftruncate, int descriptor, long size)
DOING(flock, int descriptor, int operation)
DOING(unlink, const char *path)
DOING(rmdir, const char *path)
DOING(mkdir, const char *path, unsigned mode)
DOING(chdir, const char *path)
DOING(access, const char *path, int mode)
DOING(bind, int descriptor, const void *address, unsigned size)
DOING(listen, int descriptor, int backlog)
DOING(connect, int descriptor, const void *address, unsigned size)
DOING(shutdown, int descriptor, int how)
DOING(setsockopt, int descriptor, int level, int name, const void *value, unsigned size)
OPENING(isatty, int descriptor)

long lseek(int descriptor, long offset, int from);
long lseek(int descriptor, long offset, int from) {
  return (long)(__heddle_nondet_u32() & __INT_MAX__) - 1;
}

int pipe(int ends[2]);
int pipe(int ends[2]) {
  if (done_or_failed() < 0)
    return -1;
  ends[0] = (int)(__heddle_nondet_u32() % 1024);
  ends[1] = (int)(__heddle_nondet_u32() % 1024);
  return 0;
}

/* How many of at most `size` bytes are moved, or -1. */
static __PTRDIFF_TYPE__ any_count(size_t size) {
  pthread_testcancel();
  if (done_or_failed() < 0)
    return -1;
  size_t count = sizeof(size_t) == 8 ? __heddle_nondet_u64() : __heddle_nondet_u32();
  return (__PTRDIFF_TYPE__)(size == (size_t)-1 ? count >> 1 : count % (size + 1));
}

static __PTRDIFF_TYPE__ receive(void *to, size_t size) {
  __PTRDIFF_TYPE__ count = any_count(size);
  if (count > 0)
    __library_any_bytes(to, (size_t)count);
  return count;
}

__PTRDIFF_TYPE__ __library_receive(void *to, size_t size) { return receive(to, size); }

__PTRDIFF_TYPE__ __library_send(const void *from, size_t size) {
  const unsigned char *bytes = from;
  for (size_t i = 0; i < size; i++)
    (void)*(const volatile unsigned char *)&bytes[i];
  return any_count(size);
}

__PTRDIFF_TYPE__ recv(int descriptor, void *to, size_t size, int flags);
__PTRDIFF_TYPE__ recv(int descriptor, void *to, size_t size, int flags) {
  return receive(to, size);
}

__PTRDIFF_TYPE__ send(int descriptor, const void *from, size_t size, int flags);
__PTRDIFF_TYPE__ send(int descriptor, const void *from, size_t size, int flags) {
  return __library_send(from, size);
}

int accept(int descriptor, void *address, unsigned *size);
int accept(int descriptor, void *address, unsigned *size) {
  pthread_testcancel();
  int result = any_descriptor();
  if (result >= 0 && address != NULL)
    __library_any_bytes(address, *size);
  return result;
}

static int any_status(struct stat *status) {
  if (done_or_failed() < 0)
    return -1;
  __library_any_bytes(status, sizeof *status);
  return 0;
}

int stat(const char *path, struct stat *status) { return any_status(status); }

int lstat(const char *path, struct stat *status) { return any_status(status); }

int fstat(int descriptor, struct stat *status) { return any_status(status); }

int select(int count, fd_set *reading, fd_set *writing, fd_set *failing, struct timeval *limit) {
  fd_set *sets[] = {reading, writing, failing};
  pthread_testcancel();
  if (done_or_failed() < 0)
    return -1;
  for (int i = 0; i < 3; i++)
    if (sets[i] != NULL)
      __library_any_bytes(sets[i], ((size_t)count + 7) / 8);
  return count == 0 ? 0 : (int)(__heddle_nondet_u32() % (3 * (unsigned)count + 1));
}

int poll(struct pollfd *list, nfds_t count, int limit) {
  pthread_testcancel();
  if (done_or_failed() < 0)
    return -1;
  int ready = 0;
  for (nfds_t i = 0; i < count; i++) {
    list[i].revents = (short)__heddle_nondet_u16();
    ready += list[i].revents != 0;
  }
  return ready;
}
