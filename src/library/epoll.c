/* SPDX-License-Identifier: Apache-2.0 */
/* epoll: a descriptor that watches others. Events may be reported in any order. */
#define _GNU_SOURCE
#include "descriptors.h"
#include "errors.h"

#include <poll.h>
#include <sys/epoll.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

_Static_assert(EPOLLIN == POLLIN && EPOLLOUT == POLLOUT && EPOLLERR == POLLERR &&
                   EPOLLHUP == POLLHUP && EPOLLRDHUP == POLLRDHUP,
               "epoll's events are poll's");

static unsigned char number_of(const struct description *description) {
  return (unsigned char)(description - __library_descriptions + 1);
}

static struct watch *find_watch(unsigned char epoll, unsigned char target, int descriptor) {
  for (int i = 0; i < MOST_WATCHES; i++) {
    struct watch *watch = &__library_watches[i];
    if (watch->epoll == epoll && watch->target == target && watch->descriptor == descriptor)
      return watch;
  }
  return NULL;
}

static void set_watch(struct watch *watch, const struct epoll_event *event) {
  watch->events = event->events | EPOLLHUP | EPOLLERR;
  watch->data = event->data.u64;
  watch->is_fresh = 1;
  watch->is_disabled = 0;
}

static int add_watch(unsigned char epoll, unsigned char target, int descriptor,
                     const struct epoll_event *event) {
  for (int i = 0; i < MOST_WATCHES; i++) {
    struct watch *watch = &__library_watches[i];
    if (watch->epoll != 0)
      continue;
    watch->epoll = epoll;
    watch->target = target;
    watch->descriptor = descriptor;
    set_watch(watch, event);
    return 0;
  }
  __heddle_unsupported("more than 16 descriptors that epoll watches");
  return -1;
}

static int control(const struct description *epoll, int operation, int descriptor,
                   const struct epoll_event *event) {
  struct description *target = __library_find_description(descriptor);
  if (target == NULL)
    return -1;
  if (epoll->kind != KIND_EPOLL || target == epoll)
    return __library_fail(ERROR_INVAL);
  if (target->kind == KIND_EPOLL)
    __heddle_unsupported("epoll of an epoll descriptor");
  if (target->kind == KIND_FILE)
    return __library_fail(ERROR_PERM);
  struct watch *watch = find_watch(number_of(epoll), number_of(target), descriptor);
  if (operation == EPOLL_CTL_ADD)
    return watch != NULL ? __library_fail(ERROR_EXIST)
                         : add_watch(number_of(epoll), number_of(target), descriptor, event);
  if (watch == NULL)
    return __library_fail(ERROR_NOENT);
  if (operation == EPOLL_CTL_MOD)
    set_watch(watch, event);
  else if (operation == EPOLL_CTL_DEL)
    *watch = (struct watch){0};
  else
    return __library_fail(ERROR_INVAL);
  return 0;
}

int epoll_ctl(int epoll, int operation, int descriptor, struct epoll_event *event) {
  int result = -1;
  if (__heddle_fault("epoll_ctl"))
    return __library_fail(ERROR_NOMEM);
  __heddle_atomic_begin();
  struct description *description = __library_find_description(epoll);
  if (description != NULL)
    result = control(description, operation, descriptor, event);
  __heddle_atomic_end();
  return result;
}

/* Which of the events hold that are to be reported. */
static unsigned found_events(const struct watch *watch) {
  const struct description *target = &__library_descriptions[watch->target - 1];
  if (watch->is_disabled || (watch->events & EPOLLET && !watch->is_fresh) || is_outside(target))
    return 0;
  return __library_readiness(target) & watch->events;
}

static int anything_is_ready(void *object, heddle_word argument) {
  unsigned char epoll = number_of(object);
  for (int i = 0; i < MOST_WATCHES; i++)
    if (__library_watches[i].epoll == epoll && found_events(&__library_watches[i]) != 0)
      return 1;
  return thread_is_cancelled((struct thread *)argument);
}

struct findings {
  int count, has_outside;
  unsigned events[MOST_WATCHES]; /* 0: not ready, or reported */
};

static void look(unsigned char epoll, struct findings *findings) {
  *findings = (struct findings){.count = 0};
  for (int i = 0; i < MOST_WATCHES; i++) {
    const struct watch *watch = &__library_watches[i];
    if (watch->epoll != epoll)
      continue;
    if (is_outside(&__library_descriptions[watch->target - 1]) && !watch->is_disabled) {
      findings->has_outside = 1;
      if (__heddle_nondet_bool())
        findings->events[i] = watch->events & (EPOLLIN | EPOLLOUT);
    } else {
      findings->events[i] = found_events(watch);
    }
    findings->count += findings->events[i] != 0;
  }
}

/* Reports one of the events that are left. */
static void report(struct findings *findings, struct epoll_event *event) {
  unsigned which = findings->count == 1 ? 0 : __heddle_nondet_u8() % (unsigned)findings->count;
  for (int i = 0; i < MOST_WATCHES; i++) {
    struct watch *watch = &__library_watches[i];
    if (findings->events[i] == 0 || which-- != 0)
      continue;
    event->events = findings->events[i];
    event->data.u64 = watch->data;
    findings->events[i] = 0;
    findings->count--;
    if (watch->events & EPOLLONESHOT)
      watch->is_disabled = 1;
    if (watch->events & EPOLLET)
      watch->is_fresh = 0;
    return;
  }
}

static int wait_and_report(struct description *epoll, struct epoll_event *events, int most,
                           int waits) {
  struct findings findings;
  int reported = 0;
  look(number_of(epoll), &findings);
  if (findings.count == 0 && waits && findings.has_outside)
    __heddle_assume(0); /* sooner or later something comes from there */
  if (findings.count == 0 && waits) {
    struct thread *self = __heddle_self();
    __library_hold(epoll);
    __heddle_block_until(anything_is_ready, epoll, (heddle_word)self);
    look(number_of(epoll), &findings);
    __library_drop(epoll);
    if (findings.count == 0) {
      __heddle_atomic_end();
      __library_thread_cancel(self);
    }
  }
  while (reported < most && findings.count != 0)
    report(&findings, &events[reported++]);
  return reported;
}

int epoll_wait(int epoll, struct epoll_event *events, int most, int limit) {
  int result = -1;
  if (most <= 0)
    return __library_fail(ERROR_INVAL);
  if (__heddle_fault("epoll_wait"))
    return __library_fail(ERROR_INTR);
  __heddle_atomic_begin();
  struct description *description = __library_find_description(epoll);
  if (description != NULL && description->kind != KIND_EPOLL)
    __library_fail(ERROR_INVAL);
  else if (description != NULL)
    result = wait_and_report(description, events, most, limit < 0);
  __heddle_atomic_end();
  return result;
}

int epoll_pwait(int epoll, struct epoll_event *events, int most, int limit, const sigset_t *mask) {
  return epoll_wait(epoll, events, most, limit);
}

int epoll_pwait2(int epoll, struct epoll_event *events, int most, const struct timespec *limit,
                 const sigset_t *mask) {
  return epoll_wait(epoll, events, most, limit == NULL ? -1 : 0);
}
