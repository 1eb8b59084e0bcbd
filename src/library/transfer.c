/* SPDX-License-Identifier: Apache-2.0 */
/* Reading and writing. From a file or a socket to somewhere else comes any number of arbitrary bytes;
 * what is written there is only read. The other end of such a connection may break it at any time, and
 * a file system may be full. A pipe, a pair of sockets and a counter keep what is written
 * until it is read, in one step each; reading waits as long as there is nothing to read and somebody
 * could still write. */
#define _GNU_SOURCE
#include "any.h"
#include "descriptors.h"
#include "errors.h"
#include "stream.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

typedef __PTRDIFF_TYPE__ count_or_failure;

int raise(int signal);

enum { WITHOUT_WAITING = 1, WITHOUT_SIGNAL = 2, KEEP = 4 };

static int is_readable(void *object, heddle_word argument) {
  return __library_readiness(object) & (POLLIN | POLLHUP) ||
         thread_is_cancelled((struct thread *)argument);
}

/* In an atomic section, which a cancelled thread leaves. */
static void wait_for_input(struct description *description) {
  struct thread *self = __heddle_self();
  __library_hold(description);
  __heddle_block_until(is_readable, description, (heddle_word)self);
  int is_ready = (__library_readiness(description) & (POLLIN | POLLHUP)) != 0;
  __library_drop(description);
  if (!is_ready) {
    __heddle_atomic_end();
    __library_thread_cancel(self);
  }
}

static size_t take_bytes(struct channel *channel, void *to, size_t size, int options) {
  size_t count = size < channel->count ? size : channel->count;
  __heddle_copy(to, channel->bytes, count);
  if (options & KEEP)
    return count;
  size_t rest = channel->count - count;
  __heddle_copy(channel->bytes, channel->bytes + count, rest);
  __heddle_fill(channel->bytes + rest, 0, count);
  channel->count = (unsigned short)rest;
  return count;
}

static count_or_failure take_count(struct description *description, void *to, size_t size) {
  unsigned long long count = description->is_semaphore ? 1 : description->count;
  if (size < sizeof count)
    return __library_fail(ERROR_INVAL);
  description->count -= count;
  __heddle_copy(to, &count, sizeof count);
  return sizeof count;
}

/* In an atomic section. */
static count_or_failure read_inside(struct description *description, void *to, size_t size,
                                    int options) {
  int is_counter = description->kind == KIND_COUNTER;
  if (!is_counter && description->input == 0)
    return __library_fail(ERROR_BADF);
  if (size == 0)
    return 0;
  struct channel *channel = is_counter ? NULL : channel_of(description->input);
  if (is_counter ? description->count == 0 : channel->count == 0 && channel->writers != 0) {
    if (description->is_nonblocking || options & WITHOUT_WAITING)
      return __library_fail(ERROR_AGAIN);
    wait_for_input(description);
  }
  if (is_counter)
    return take_count(description, to, size);
  return channel->count == 0 ? 0 : (count_or_failure)take_bytes(channel, to, size, options);
}

/* Any number of bytes from somewhere else. */
static count_or_failure receive(void *to, size_t size) {
  if (size == 0)
    return 0;
  size_t count = sizeof(size_t) == 8 ? __heddle_nondet_u64() : __heddle_nondet_u32();
  count = size == (size_t)-1 ? count >> 1 : count % (size + 1);
  __library_any_bytes(to, count);
  return (count_or_failure)count;
}

static count_or_failure receive_ticks(void *to, size_t size) {
  unsigned long long ticks = (unsigned long long)__heddle_nondet_u32() + 1;
  if (size < sizeof ticks)
    return __library_fail(ERROR_INVAL);
  __heddle_copy(to, &ticks, sizeof ticks);
  return sizeof ticks;
}

static int is_inside(const struct description *description) {
  return description->kind == KIND_PIPE || description->kind == KIND_PAIR ||
         description->kind == KIND_COUNTER;
}

static count_or_failure read_descriptor(int descriptor, void *to, size_t size, int options) {
  count_or_failure result = -1;
  if (__heddle_fault("read"))
    return __library_fail_somehow();
  __heddle_atomic_begin();
  struct description *description = __library_find_description(descriptor);
  int kind = description != NULL ? description->kind : KIND_NONE;
  int may_be_empty = description != NULL && description->is_nonblocking;
  unsigned long long signals = kind == KIND_SIGNALS ? description->count : 0;
  if (description != NULL && is_inside(description))
    result = read_inside(description, to, size, options);
  __heddle_atomic_end();
  if (kind == KIND_NONE || kind >= KIND_PIPE)
    return kind == KIND_EPOLL ? __library_fail(ERROR_INVAL) : result;
  if (kind == KIND_INPUT)
    return (count_or_failure)__library_read_input(to, size);
  if (kind == KIND_OUTPUT)
    return __library_fail(ERROR_BADF);
  if (kind == KIND_SIGNALS)
    return __library_read_signal(signals, !may_be_empty, to, size);
  if (kind != KIND_FILE && (may_be_empty || options & WITHOUT_WAITING) && __heddle_nondet_bool())
    return __library_fail(ERROR_AGAIN);
  if (kind == KIND_SOCKET && __heddle_nondet_bool())
    return __library_fail(ERROR_CONNRESET);
  return kind == KIND_TIMER ? receive_ticks(to, size) : receive(to, size);
}

/* In an atomic section, which is left before the signal. */
static count_or_failure write_channel(int number, const void *from, size_t size) {
  struct channel *channel = channel_of(number);
  if (size > (size_t)(CHANNEL_SIZE - channel->count)) {
    __heddle_unsupported("more than 256 bytes in a pipe or socket that nobody has read");
    return -1;
  }
  __heddle_copy(channel->bytes + channel->count, from, size);
  channel->count = (unsigned short)(channel->count + size);
  __library_refresh(number);
  return (count_or_failure)size;
}

static count_or_failure add_count(struct description *description, const void *from, size_t size) {
  unsigned long long more;
  if (size < sizeof more)
    return __library_fail(ERROR_INVAL);
  __heddle_copy(&more, from, sizeof more);
  if (more == ~0ull)
    return __library_fail(ERROR_INVAL);
  if (description->count + more < more || description->count + more == ~0ull) {
    __heddle_unsupported("an eventfd that is full");
    return -1;
  }
  description->count += more;
  return sizeof more;
}

/* Reads what is sent somewhere else. */
void __library_look_at(const void *from, size_t size) {
  const unsigned char *bytes = from;
  for (size_t i = 0; i < size; i++)
    (void)*(const volatile unsigned char *)&bytes[i];
}

/* signals.c: SIGPIPE because another program has broken a connection. If it has no handler, the program
 * ends, which violates nothing: many programs are meant to end so. */
void __library_break_connection(void);

/* The other end does not read any more. */
static count_or_failure break_off(int options) {
  if (!(options & WITHOUT_SIGNAL))
    __library_break_connection();
  return __library_fail(ERROR_PIPE);
}

/* Takes one byte at least, unless there is no room, or the other end has gone. */
static count_or_failure send_away(int kind, const void *from, size_t size, int options) {
  __library_look_at(from, size);
  if (kind == KIND_SOCKET && __heddle_nondet_bool())
    return __heddle_nondet_bool() ? break_off(options) : __library_fail(ERROR_CONNRESET);
  if (size == 0)
    return 0;
  if (kind != KIND_SOCKET && __heddle_nondet_bool())
    return __library_fail(ERROR_NOSPC);
  size_t less = sizeof(size_t) == 8 ? __heddle_nondet_u64() : __heddle_nondet_u32();
  return (count_or_failure)(size - less % size);
}

static count_or_failure write_descriptor(int descriptor, const void *from, size_t size,
                                         int options) {
  count_or_failure result = -1;
  int is_broken = 0;
  if (__heddle_fault("write"))
    return __library_fail_somehow();
  __heddle_atomic_begin();
  struct description *description = __library_find_description(descriptor);
  int kind = description != NULL ? description->kind : KIND_NONE;
  int may_be_full = description != NULL && description->is_nonblocking;
  if (kind == KIND_COUNTER)
    result = add_count(description, from, size);
  else if (description != NULL && description->output != 0) {
    is_broken = channel_of(description->output)->readers == 0;
    if (!is_broken)
      result = write_channel(description->output, from, size);
  } else if (kind == KIND_PIPE) {
    __library_fail(ERROR_BADF);
  } else if (kind == KIND_PAIR) {
    is_broken = 1; /* by shutdown */
  }
  __heddle_atomic_end();
  if (is_broken) {
    if (!(options & WITHOUT_SIGNAL))
      raise(13); /* SIGPIPE */
    return __library_fail(ERROR_PIPE);
  }
  if (kind == KIND_NONE || kind >= KIND_PIPE)
    return kind == KIND_EPOLL ? __library_fail(ERROR_INVAL) : result;
  if (kind == KIND_OUTPUT) {
    __library_write(from, size);
    return (count_or_failure)size;
  }
  if (kind == KIND_INPUT)
    return __library_fail(ERROR_BADF);
  if (kind == KIND_SOCKET && (may_be_full || options & WITHOUT_WAITING) && __heddle_nondet_bool())
    return __library_fail(ERROR_AGAIN);
  return send_away(kind, from, size, options);
}

count_or_failure read(int descriptor, void *to, size_t size) {
  return read_descriptor(descriptor, to, size, 0);
}

count_or_failure write(int descriptor, const void *from, size_t size) {
  return write_descriptor(descriptor, from, size, 0);
}

/* Only files have positions. */
static int is_no_file(int descriptor) {
  __heddle_atomic_begin();
  struct description *description = __library_find_description(descriptor);
  int is_file = description != NULL && description->kind <= KIND_FILE;
  __heddle_atomic_end();
  if (description != NULL && !is_file)
    *__errno_location() = 29; /* ESPIPE */
  return !is_file;
}

count_or_failure pread(int descriptor, void *to, size_t size, long offset);
count_or_failure pread(int descriptor, void *to, size_t size, long offset) {
  if (is_no_file(descriptor))
    return -1;
  return offset < 0 ? __library_fail(ERROR_INVAL) : read_descriptor(descriptor, to, size, 0);
}

count_or_failure pwrite(int descriptor, const void *from, size_t size, long offset);
count_or_failure pwrite(int descriptor, const void *from, size_t size, long offset) {
  if (is_no_file(descriptor))
    return -1;
  return offset < 0 ? __library_fail(ERROR_INVAL) : write_descriptor(descriptor, from, size, 0);
}

count_or_failure pread64(int descriptor, void *to, size_t size, long long offset);
count_or_failure pread64(int descriptor, void *to, size_t size, long long offset) {
  return pread(descriptor, to, size, offset < 0 ? -1 : 0);
}

count_or_failure pwrite64(int descriptor, const void *from, size_t size, long long offset);
count_or_failure pwrite64(int descriptor, const void *from, size_t size, long long offset) {
  return pwrite(descriptor, from, size, offset < 0 ? -1 : 0);
}

/* Where a file's position is, is not known. */
#define SEEK(name, type)                                                                           \
  type name(int descriptor, type offset, int from);                                                \
  type name(int descriptor, type offset, int from) {                                               \
    if (is_no_file(descriptor))                                                                    \
      return -1;                                                                                   \
    return from == 0 && offset >= 0 ? offset : (type)(__heddle_nondet_u32() & __INT_MAX__);        \
  }
SEEK(lseek, long)
SEEK(lseek64, long long)

/* Several pieces: each one as if it came alone, which for a pipe is one step only if there is one. */
static count_or_failure read_pieces(int descriptor, const struct iovec *list, size_t count,
                                    int options) {
  count_or_failure total = 0;
  for (size_t i = 0; i < count; i++) {
    if (list[i].iov_len == 0)
      continue;
    count_or_failure got = read_descriptor(descriptor, list[i].iov_base, list[i].iov_len,
                                           options | (total ? WITHOUT_WAITING : 0));
    if (got < 0)
      return total > 0 ? total : -1;
    total += got;
    if ((size_t)got < list[i].iov_len)
      break;
  }
  return total;
}

count_or_failure readv(int descriptor, const struct iovec *list, int count) {
  return read_pieces(descriptor, list, (size_t)count, 0);
}

static count_or_failure write_pieces(int descriptor, const struct iovec *list, size_t count,
                                     int options) {
  count_or_failure total = 0;
  __heddle_atomic_begin();
  for (size_t i = 0; i < count; i++) {
    count_or_failure put = write_descriptor(descriptor, list[i].iov_base, list[i].iov_len, options);
    if (put < 0) {
      total = total > 0 ? total : -1;
      break;
    }
    total += put;
    if ((size_t)put < list[i].iov_len)
      break;
  }
  __heddle_atomic_end();
  return total;
}

count_or_failure writev(int descriptor, const struct iovec *list, int count) {
  return write_pieces(descriptor, list, (size_t)count, 0);
}

static int options_of(int flags) {
  if (flags & (MSG_OOB | MSG_WAITALL))
    __heddle_unsupported("MSG_OOB or MSG_WAITALL");
  return (flags & MSG_DONTWAIT ? WITHOUT_WAITING : 0) | (flags & MSG_NOSIGNAL ? WITHOUT_SIGNAL : 0) |
         (flags & MSG_PEEK ? KEEP : 0);
}

count_or_failure recv(int descriptor, void *to, size_t size, int flags) {
  return read_descriptor(descriptor, to, size, options_of(flags));
}

count_or_failure send(int descriptor, const void *from, size_t size, int flags) {
  return write_descriptor(descriptor, from, size, options_of(flags));
}

count_or_failure recvfrom(int descriptor, void *to, size_t size, int flags, struct sockaddr *address,
                          socklen_t *length) {
  if (address != NULL)
    __library_any_bytes(address, *length);
  return read_descriptor(descriptor, to, size, options_of(flags));
}

count_or_failure sendto(int descriptor, const void *from, size_t size, int flags,
                        const struct sockaddr *address, socklen_t length) {
  if (address != NULL)
    __library_look_at(address, length);
  return write_descriptor(descriptor, from, size, options_of(flags));
}

/* Rights and descriptors that go with a message are not modelled. */
static void refuse_control(const struct msghdr *message) {
  if (message->msg_control != NULL && message->msg_controllen != 0)
    __heddle_unsupported("a message with control information");
}

count_or_failure sendmsg(int descriptor, const struct msghdr *message, int flags) {
  refuse_control(message);
  if (message->msg_name != NULL)
    __library_look_at(message->msg_name, message->msg_namelen);
  return write_pieces(descriptor, message->msg_iov, message->msg_iovlen, options_of(flags));
}

count_or_failure recvmsg(int descriptor, struct msghdr *message, int flags) {
  refuse_control(message);
  if (flags & MSG_PEEK && message->msg_iovlen > 1)
    __heddle_unsupported("recvmsg with MSG_PEEK");
  if (message->msg_name != NULL)
    __library_any_bytes(message->msg_name, message->msg_namelen);
  message->msg_flags = 0;
  return read_pieces(descriptor, message->msg_iov, message->msg_iovlen, options_of(flags));
}
