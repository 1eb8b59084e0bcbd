/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors are opened, duplicated and closed. Which files there are is not known, so opening one
 * by its name may fail. Other calls fail only as their arguments demand, or with `--faults on`. */
#define _GNU_SOURCE
#include "descriptors.h"

#include "errors.h"
#include "text.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

struct description __library_descriptions[MOST_DESCRIPTORS] = {
    {.kind = KIND_INPUT, .references = 1},
    {.kind = KIND_OUTPUT, .references = 1},
    {.kind = KIND_OUTPUT, .references = 1},
};
struct channel __library_channels[MOST_CHANNELS];
struct watch __library_watches[MOST_WATCHES];

static unsigned char table[MOST_DESCRIPTORS] = {1, 2, 3}; /* 1 + description; 0: closed */

unsigned char __library_closed_streams[3];

/* `entry`: 1 + description; 0: it is closed. */
static void set_entry(int descriptor, int entry) {
  table[descriptor] = (unsigned char)entry;
  if (descriptor < 3)
    __library_closed_streams[descriptor] = entry == 0;
}

int __library_fail(int error) {
  *__errno_location() = error;
  return -1;
}

int __library_fail_somehow(void) {
  return __library_fail((int)(__heddle_nondet_u8() % 132) + 1);
}

struct description *__library_find_description(int descriptor) {
  if (descriptor >= 0 && descriptor < MOST_DESCRIPTORS && table[descriptor] != 0)
    return &__library_descriptions[table[descriptor] - 1];
  __library_fail(ERROR_BADF);
  return NULL;
}

/* The lowest from `least` on. */
static int find_free_descriptor(int least) {
  for (int i = least; i < MOST_DESCRIPTORS; i++)
    if (table[i] == 0)
      return i;
  __heddle_unsupported("more than 32 open descriptors");
  return -1;
}

int __library_add_descriptor(int kind, struct description **description) {
  int descriptor = find_free_descriptor(0), which = 0;
  while (which + 1 < MOST_DESCRIPTORS && __library_descriptions[which].kind != KIND_NONE)
    which++;
  *description = &__library_descriptions[which];
  **description = (struct description){.kind = (unsigned char)kind, .references = 1};
  set_entry(descriptor, which + 1);
  return descriptor;
}

void __library_refresh(int channel) {
  for (int i = 0; i < MOST_WATCHES; i++) {
    struct watch *watch = &__library_watches[i];
    if (watch->target != 0 && __library_descriptions[watch->target - 1].input == channel &&
        !watch->is_fresh)
      watch->is_fresh = 1;
  }
}

static void forget_watches(unsigned char description) {
  for (int i = 0; i < MOST_WATCHES; i++) {
    struct watch *watch = &__library_watches[i];
    if (watch->epoll != 0 && (watch->target == description || watch->epoll == description))
      *watch = (struct watch){0};
  }
}

/* An end of the channel is gone; without ends it is free again. */
static void leave_channel(int number, int is_writer) {
  struct channel *channel = channel_of(number);
  if (is_writer) {
    channel->writers--;
    __library_refresh(number);
  } else {
    channel->readers--;
  }
  if (channel->readers == 0 && channel->count != 0) {
    __heddle_fill(channel->bytes, 0, channel->count);
    channel->count = 0;
  }
}

void __library_hold(struct description *description) { description->references++; }

void __library_drop(struct description *description) {
  if (--description->references != 0)
    return;
  if (description->input != 0)
    leave_channel(description->input, 0);
  if (description->output != 0)
    leave_channel(description->output, 1);
  forget_watches((unsigned char)(description - __library_descriptions + 1));
  *description = (struct description){0};
}

int __library_close_descriptor(int descriptor) {
  struct description *description = __library_find_description(descriptor);
  if (description == NULL)
    return -1;
  set_entry(descriptor, 0);
  __library_drop(description);
  return 0;
}

int close(int descriptor);
int close(int descriptor) {
  __heddle_atomic_begin();
  int result = __library_close_descriptor(descriptor);
  __heddle_atomic_end();
  return result == 0 && __heddle_fault("close") ? __library_fail_somehow() : result;
}

/* Opening */

static int add(int kind, int is_nonblocking) {
  struct description *description;
  __heddle_atomic_begin();
  int result = __library_add_descriptor(kind, &description);
  if (is_nonblocking)
    description->is_nonblocking = 1;
  __heddle_atomic_end();
  return result;
}

/* By name: there may be nothing of that name. */
static int open_file(const char *path, int flags) {
  __library_read_text(path);
  if (__heddle_nondet_bool())
    return __library_fail_somehow();
  return add(KIND_FILE, (flags & O_NONBLOCK) != 0);
}

#define OPENING(name, flags, ...)                                                                  \
  int name(__VA_ARGS__);                                                                           \
  int name(__VA_ARGS__) { return open_file(path, flags); }
OPENING(open, flags, const char *path, int flags, ...)
OPENING(open64, flags, const char *path, int flags, ...)
OPENING(openat, flags, int directory, const char *path, int flags, ...)
OPENING(openat64, flags, int directory, const char *path, int flags, ...)
OPENING(creat, 0, const char *path, mode_t mode)
OPENING(creat64, 0, const char *path, mode_t mode)
OPENING(shm_open, 0, const char *path, int flags, mode_t mode)

/* The last six characters of the name become arbitrary letters. */
int mkstemp(char *name);
int mkstemp(char *name) {
  size_t length = 0;
  while (name[length] != '\0')
    length++;
  for (size_t i = length < 6 ? length : length - 6; i < length; i++) {
    if (name[i] != 'X')
      return __library_fail(ERROR_INVAL);
    name[i] = (char)('a' + __heddle_nondet_u8() % 26);
  }
  return open_file(name, 0);
}

int mkstemp64(char *name);
int mkstemp64(char *name) { return mkstemp(name); }

/* For want of descriptors or memory. */
#define CREATING(name, kind, is_nonblocking, ...)                                                  \
  int name(__VA_ARGS__);                                                                           \
  int name(__VA_ARGS__) {                                                                          \
    return __heddle_fault(#name) ? __library_fail(ERROR_MFILE) : add(kind, is_nonblocking);        \
  }
CREATING(socket, KIND_SOCKET, (type & SOCK_NONBLOCK) != 0, int domain, int type, int protocol)
CREATING(inotify_init, KIND_SOCKET, 0, void)
CREATING(inotify_init1, KIND_SOCKET, (flags & O_NONBLOCK) != 0, int flags)
CREATING(epoll_create1, KIND_EPOLL, 0, int flags)
CREATING(timerfd_create, KIND_TIMER, (flags & TFD_NONBLOCK) != 0, int clock, int flags)

int memfd_create(const char *name, unsigned flags);
int memfd_create(const char *name, unsigned flags) {
  __library_read_text(name);
  return __heddle_fault("memfd_create") ? __library_fail(ERROR_MFILE) : add(KIND_FILE, 0);
}

int epoll_create(int size) { return size <= 0 ? __library_fail(ERROR_INVAL) : epoll_create1(0); }

int eventfd(unsigned initial, int flags) {
  if (__heddle_fault("eventfd"))
    return __library_fail(ERROR_MFILE);
  struct description *description;
  __heddle_atomic_begin();
  int result = __library_add_descriptor(KIND_COUNTER, &description);
  description->count = initial;
  description->is_semaphore = (flags & EFD_SEMAPHORE) != 0;
  description->is_nonblocking = (flags & EFD_NONBLOCK) != 0;
  __heddle_atomic_end();
  return result;
}

static unsigned char add_channel(void) {
  for (unsigned char i = 0; i < MOST_CHANNELS; i++)
    if (__library_channels[i].readers == 0 && __library_channels[i].writers == 0) {
      __library_channels[i].readers = __library_channels[i].writers = 1;
      return (unsigned char)(i + 1);
    }
  __heddle_unsupported("more than 8 pipes, or 4 pairs of sockets");
  return 1;
}

int pipe2(int ends[2], int flags) {
  struct description *reading, *writing;
  if (__heddle_fault("pipe"))
    return __library_fail(ERROR_MFILE);
  __heddle_atomic_begin();
  int first = __library_add_descriptor(KIND_PIPE, &reading);
  int second = __library_add_descriptor(KIND_PIPE, &writing);
  reading->input = writing->output = add_channel();
  reading->is_nonblocking = writing->is_nonblocking = (flags & O_NONBLOCK) != 0;
  __heddle_atomic_end();
  ends[0] = first;
  ends[1] = second;
  return 0;
}

int pipe(int ends[2]) { return pipe2(ends, 0); }

int socketpair(int domain, int type, int protocol, int ends[2]) {
  struct description *one, *other;
  if ((type & 15) != SOCK_STREAM)
    __heddle_unsupported("socketpair that is no stream");
  if (__heddle_fault("socketpair"))
    return __library_fail(ERROR_MFILE);
  __heddle_atomic_begin();
  int first = __library_add_descriptor(KIND_PAIR, &one);
  int second = __library_add_descriptor(KIND_PAIR, &other);
  one->input = other->output = add_channel();
  other->input = one->output = add_channel();
  one->is_nonblocking = other->is_nonblocking = (type & SOCK_NONBLOCK) != 0;
  __heddle_atomic_end();
  ends[0] = first;
  ends[1] = second;
  return 0;
}

/* Duplicating */

static int duplicate(int descriptor, int least) {
  int result = -1;
  __heddle_atomic_begin();
  struct description *description = __library_find_description(descriptor);
  if (description != NULL) {
    result = find_free_descriptor(least);
    __library_hold(description);
    set_entry(result, (int)(description - __library_descriptions) + 1);
  }
  __heddle_atomic_end();
  return result;
}

int dup(int descriptor) {
  return __heddle_fault("dup") ? __library_fail(ERROR_MFILE) : duplicate(descriptor, 0);
}

int dup2(int descriptor, int wanted) {
  int result = -1;
  if (wanted >= MOST_DESCRIPTORS)
    __heddle_unsupported("a descriptor above 31");
  __heddle_atomic_begin();
  struct description *description = __library_find_description(descriptor);
  if (wanted < 0)
    __library_fail(ERROR_BADF);
  else if (description != NULL) {
    result = wanted;
    if (wanted != descriptor) {
      __library_hold(description);
      if (table[wanted] != 0)
        __library_close_descriptor(wanted);
      set_entry(wanted, (int)(description - __library_descriptions) + 1);
    }
  }
  __heddle_atomic_end();
  return result;
}

int dup3(int descriptor, int wanted, int flags) {
  return descriptor == wanted ? __library_fail(ERROR_INVAL) : dup2(descriptor, wanted);
}

/* Flags: only O_NONBLOCK has an effect. The others are not remembered. */
static int control(int descriptor, int command, int argument) {
  int result = 0;
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC)
    return duplicate(descriptor, argument < 0 ? 0 : argument);
  __heddle_atomic_begin();
  struct description *description = __library_find_description(descriptor);
  if (description == NULL)
    result = -1;
  else if (command == F_SETFL)
    description->is_nonblocking = (argument & O_NONBLOCK) != 0;
  else if (command == F_GETFL)
    result = (description->is_nonblocking ? O_NONBLOCK : 0) | O_RDWR;
  else if (command == F_GETFD)
    result = (int)(__heddle_nondet_bool() ? FD_CLOEXEC : 0);
  else if (command != F_SETFD && command != F_SETPIPE_SZ)
    __heddle_unsupported("fcntl with this command");
  __heddle_atomic_end();
  return result;
}

#define CONTROL(name)                                                                              \
  int name(int descriptor, int command, ...) {                                                     \
    va_list list;                                                                                  \
    va_start(list, command);                                                                       \
    int argument = command == F_GETFL || command == F_GETFD ? 0 : va_arg(list, int);               \
    va_end(list);                                                                                  \
    return control(descriptor, command, argument);                                                 \
  }
#include <stdarg.h>
#undef fcntl
CONTROL(fcntl)
CONTROL(fcntl64)

int isatty(int descriptor);
int isatty(int descriptor) {
  __heddle_atomic_begin();
  struct description *description = __library_find_description(descriptor);
  int may_be = description != NULL && description->kind <= KIND_FILE;
  __heddle_atomic_end();
  if (may_be && __heddle_nondet_bool())
    return 1;
  if (description != NULL)
    *__errno_location() = 25; /* ENOTTY */
  return 0;
}

/* Readiness */

unsigned __library_readiness(const struct description *description) {
  unsigned result = 0;
  if (description->kind == KIND_OUTPUT)
    return POLLOUT;
  if (description->kind == KIND_FILE)
    return POLLIN | POLLOUT;
  if (description->kind == KIND_COUNTER)
    return POLLOUT | (description->count != 0 ? POLLIN : 0);
  int is_pair = description->kind == KIND_PAIR;
  if (description->input != 0) {
    const struct channel *channel = channel_of(description->input);
    if (channel->count != 0)
      result |= POLLIN;
    if (channel->writers == 0)
      result |= is_pair ? POLLIN | POLLHUP | POLLRDHUP : POLLHUP;
  }
  if (description->output != 0)
    result |= POLLOUT | (channel_of(description->output)->readers == 0 && !is_pair ? POLLERR : 0);
  return result;
}
