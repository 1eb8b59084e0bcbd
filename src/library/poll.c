/* SPDX-License-Identifier: Apache-2.0 */
/* poll and select. A descriptor that only the program writes to is ready when the program has
 * written: a thread that waits for it without a limit is blocked until then. Input from outside may
 * come at any time. */
#define _GNU_SOURCE
#include "descriptors.h"
#include "errors.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/select.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

enum { ALWAYS = POLLHUP | POLLERR, MOST_WANTED = 16 };

struct wanted {
  struct description *description; /* NULL: none */
  unsigned events, found;
};

struct request {
  unsigned count, has_outside;
  struct wanted list[MOST_WANTED];
};

static void want(struct request *request, int descriptor, unsigned events) {
  struct wanted wanted = {NULL, events | ALWAYS, 0};
  if (request->count == MOST_WANTED) {
    __heddle_unsupported("waiting for more than 16 descriptors");
    return;
  }
  if (descriptor >= 0) {
    wanted.description = __library_find_description(descriptor);
    if (wanted.description == NULL)
      wanted.found = POLLNVAL;
    else if (wanted.description->kind == KIND_EPOLL)
      __heddle_unsupported("poll of an epoll descriptor");
    else if (is_outside(wanted.description))
      request->has_outside = 1;
  }
  request->list[request->count++] = wanted;
}

static int anything_is_ready(void *object, heddle_word argument) {
  const struct request *request = object;
  for (unsigned i = 0; i < request->count; i++) {
    const struct description *description = request->list[i].description;
    if (description != NULL && __library_readiness(description) & request->list[i].events)
      return 1;
  }
  return thread_is_cancelled((struct thread *)argument);
}

static unsigned any_events(unsigned events) {
  unsigned found = 0;
  if (events & (POLLIN | POLLRDNORM) && __heddle_nondet_bool())
    found |= events & (POLLIN | POLLRDNORM);
  if (events & (POLLOUT | POLLWRNORM) && __heddle_nondet_bool())
    found |= events & (POLLOUT | POLLWRNORM);
  return found;
}

/* How many are ready. */
static int look(struct request *request) {
  int ready = 0;
  for (unsigned i = 0; i < request->count; i++) {
    struct wanted *wanted = &request->list[i];
    if (wanted->description != NULL)
      wanted->found = is_outside(wanted->description)
                          ? any_events(wanted->events)
                          : __library_readiness(wanted->description) & wanted->events;
    ready += wanted->found != 0;
  }
  return ready;
}

static void hold_all(struct request *request) {
  for (unsigned i = 0; i < request->count; i++)
    if (request->list[i].description != NULL)
      __library_hold(request->list[i].description);
}

static void drop_all(struct request *request) {
  for (unsigned i = 0; i < request->count; i++)
    if (request->list[i].description != NULL)
      __library_drop(request->list[i].description);
}

/* In an atomic section; `waits`: until something is ready. A limit is always too short, as what could
 * be seen by waiting is seen when the call comes later. */
static int wait_for(struct request *request, int waits) {
  int ready = look(request);
  if (ready != 0 || !waits)
    return ready;
  if (request->has_outside) { /* sooner or later something comes from there */
    __heddle_assume(0);
    return 0;
  }
  struct thread *self = __heddle_self();
  hold_all(request);
  __heddle_block_until(anything_is_ready, request, (heddle_word)self);
  ready = look(request);
  drop_all(request);
  if (ready == 0) {
    __heddle_atomic_end();
    __library_thread_cancel(self);
  }
  return ready;
}

static int poll_until(struct pollfd *list, nfds_t count, int waits) {
  struct request request = {.count = 0};
  if (__heddle_fault("poll"))
    return __library_fail(ERROR_INTR);
  __heddle_atomic_begin();
  for (nfds_t i = 0; i < count; i++)
    want(&request, list[i].fd, (unsigned short)list[i].events);
  int ready = wait_for(&request, waits);
  for (nfds_t i = 0; i < count; i++)
    list[i].revents = (short)request.list[i].found;
  __heddle_atomic_end();
  return ready;
}

int poll(struct pollfd *list, nfds_t count, int limit) {
  return poll_until(list, count, limit < 0);
}

int ppoll(struct pollfd *list, nfds_t count, const struct timespec *limit, const sigset_t *mask) {
  return poll_until(list, count, limit == NULL);
}

/* Which of poll's events make a descriptor ready for each set. */
static const unsigned short meaning[3] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI};

/* What the sets ask for; -1: one of the descriptors is closed. */
static int want_sets(struct request *request, int count, fd_set *const sets[3]) {
  for (int descriptor = 0; descriptor < count; descriptor++) {
    unsigned events = 0;
    for (int i = 0; i < 3; i++)
      if (sets[i] != NULL && FD_ISSET(descriptor, sets[i]))
        events |= meaning[i];
    if (events == 0)
      continue;
    if (__library_find_description(descriptor) == NULL)
      return -1;
    want(request, descriptor, events);
    request->list[request->count - 1].events = events;
  }
  return 0;
}

static int fill_sets(const struct request *request, int count, fd_set *const sets[3]) {
  int ready = 0;
  unsigned next = 0;
  for (int descriptor = 0; descriptor < count; descriptor++) {
    int is_wanted = 0;
    for (int i = 0; i < 3; i++)
      if (sets[i] != NULL && FD_ISSET(descriptor, sets[i])) {
        is_wanted = 1;
        if (request->list[next].found & meaning[i])
          ready++;
        else
          FD_CLR(descriptor, sets[i]);
      }
    next += (unsigned)is_wanted;
  }
  return ready;
}

static int select_until(int count, fd_set *const sets[3], int waits) {
  struct request request = {.count = 0};
  if (count < 0)
    return __library_fail(ERROR_INVAL);
  if (__heddle_fault("select"))
    return __library_fail(ERROR_INTR);
  __heddle_atomic_begin();
  int result = want_sets(&request, count, sets);
  if (result == 0) {
    wait_for(&request, waits);
    result = fill_sets(&request, count, sets);
  }
  __heddle_atomic_end();
  return result;
}

int select(int count, fd_set *reading, fd_set *writing, fd_set *failing, struct timeval *limit) {
  fd_set *const sets[3] = {reading, writing, failing};
  return select_until(count, sets, limit == NULL);
}

int pselect(int count, fd_set *reading, fd_set *writing, fd_set *failing,
            const struct timespec *limit, const sigset_t *mask) {
  fd_set *const sets[3] = {reading, writing, failing};
  return select_until(count, sets, limit == NULL);
}

/* How many bytes could be read, and the flag that fcntl sets. */
static int ask(struct description *description, unsigned long request, int *argument) {
  if (request == FIONBIO)
    description->is_nonblocking = *argument != 0;
  else if (request == FIONREAD && description->input != 0)
    *argument = channel_of(description->input)->count;
  else if (request == FIONREAD)
    *argument = (int)(__heddle_nondet_u32() & __INT_MAX__);
  else
    __heddle_unsupported("ioctl with this request");
  return 0;
}

int ioctl(int descriptor, unsigned long request, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, request);
  int *argument = __builtin_va_arg(list, int *);
  __builtin_va_end(list);
  __heddle_atomic_begin();
  struct description *description = __library_find_description(descriptor);
  int result = description == NULL ? -1 : ask(description, request, argument);
  __heddle_atomic_end();
  return result;
}
