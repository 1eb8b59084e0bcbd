/* SPDX-License-Identifier: Apache-2.0 */
/* Sockets: with whom they connect is not known. */
#define _GNU_SOURCE
#include "any.h"
#include "descriptors.h"
#include "errors.h"

#include <sys/socket.h>
#include <sys/timerfd.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static int is_closed(int descriptor) {
  __heddle_atomic_begin();
  int result = __library_find_description(descriptor) == NULL;
  __heddle_atomic_end();
  return result;
}

/* Depends on the rest of the world. */
static int may_fail(int descriptor) {
  if (is_closed(descriptor))
    return -1;
  return __heddle_nondet_bool() ? __library_fail_somehow() : 0;
}

int bind(int descriptor, const struct sockaddr *address, socklen_t size) {
  __library_look_at(address, size);
  return may_fail(descriptor);
}

int connect(int descriptor, const struct sockaddr *address, socklen_t size) {
  __library_look_at(address, size);
  return may_fail(descriptor);
}

static int done(int descriptor, int is_fault) {
  if (is_closed(descriptor))
    return -1;
  return is_fault ? __library_fail_somehow() : 0;
}

int listen(int descriptor, int backlog) { return done(descriptor, __heddle_fault("listen")); }

int setsockopt(int descriptor, int level, int name, const void *value, socklen_t size) {
  __library_look_at(value, size);
  return done(descriptor, __heddle_fault("setsockopt"));
}

int getsockopt(int descriptor, int level, int name, void *value, socklen_t *size) {
  if (is_closed(descriptor))
    return -1;
  __library_any_bytes(value, *size);
  return 0;
}

static int any_address(int descriptor, struct sockaddr *address, socklen_t *size) {
  if (is_closed(descriptor))
    return -1;
  __library_any_bytes(address, *size);
  return 0;
}

int getsockname(int descriptor, struct sockaddr *address, socklen_t *size) {
  return any_address(descriptor, address, size);
}

int getpeername(int descriptor, struct sockaddr *address, socklen_t *size) {
  return any_address(descriptor, address, size);
}

/* A peer may connect at any time. */
int accept4(int descriptor, struct sockaddr *address, socklen_t *size, int flags) {
  struct description *fresh;
  int result = -1, may_be_none = 0;
  if (__heddle_fault("accept"))
    return __library_fail_somehow();
  __heddle_atomic_begin();
  struct description *description = __library_find_description(descriptor);
  if (description != NULL) {
    may_be_none = description->is_nonblocking;
    if (description->kind != KIND_SOCKET)
      __library_fail(ERROR_INVAL);
    else if (may_be_none && __heddle_nondet_bool())
      __library_fail(ERROR_AGAIN);
    else {
      result = __library_add_descriptor(KIND_SOCKET, &fresh);
      fresh->is_nonblocking = (flags & SOCK_NONBLOCK) != 0;
    }
  }
  __heddle_atomic_end();
  if (result >= 0 && address != NULL)
    __library_any_bytes(address, *size);
  return result;
}

int accept(int descriptor, struct sockaddr *address, socklen_t *size) {
  return accept4(descriptor, address, size, 0);
}

static void end_channel(unsigned char *number, int is_writer) {
  if (*number == 0)
    return;
  struct channel *channel = channel_of(*number);
  if (is_writer) {
    channel->writers--;
    __library_refresh(*number);
  } else {
    channel->readers--;
  }
  *number = 0;
}

/* For a pair: the other side reads the end, or its writing is in vain. */
int shutdown(int descriptor, int how) {
  int result = -1;
  __heddle_atomic_begin();
  struct description *description = __library_find_description(descriptor);
  if (description != NULL) {
    result = 0;
    if (description->kind == KIND_PAIR && how != SHUT_RD)
      end_channel(&description->output, 1);
    if (description->kind == KIND_PAIR && how != SHUT_WR)
      __heddle_unsupported("shutdown of a socket's input");
  }
  __heddle_atomic_end();
  return result;
}

int timerfd_settime(int descriptor, int flags, const struct itimerspec *wanted,
                    struct itimerspec *old) {
  if (is_closed(descriptor))
    return -1;
  if (old != NULL)
    __library_any_bytes(old, sizeof *old);
  return 0;
}

int timerfd_gettime(int descriptor, struct itimerspec *left) {
  if (is_closed(descriptor))
    return -1;
  __library_any_bytes(left, sizeof *left);
  return 0;
}
