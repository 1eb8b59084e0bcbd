/* SPDX-License-Identifier: Apache-2.0 */
/* How a program ends, and what it knows about the process it runs in. Ends that violate `abort` are in
 * signals.c. */
#include "heddle.h"
#include "process.h"
#include "reused.h"

#include <stddef.h>

struct handler {
  struct handler *next;
  void (*plain)(void);
  void (*with_status)(int status, void *argument);
  void *argument;
};

/* Last registered first. */
static struct handler *exit_handlers, *quick_exit_handlers;

static int add_handler(struct handler **list, struct handler handler) {
  __heddle_atomic_begin();
  struct handler *fresh = allocate_block(sizeof *fresh, sizeof(void *), KEPT_BLOCK);
  handler.next = *list;
  *fresh = handler;
  *list = fresh;
  __heddle_atomic_end();
  return 0;
}

/* The newest handler that has not been called yet; NULL: none. */
static struct handler *take_handler(struct handler **list) {
  if (__atomic_load_n(list, __ATOMIC_SEQ_CST) == NULL)
    return NULL;
  __heddle_atomic_begin();
  struct handler *handler = *list;
  if (handler != NULL)
    *list = handler->next;
  __heddle_atomic_end();
  return handler;
}

static void *ending_thread;

static int never(void *object, heddle_word argument) {
  (void)object, (void)argument;
  return 0;
}

/* The first thread that ends the program calls the handlers; others that try it, too, wait until
 * the program has ended. Matters only if there is something to call. */
static void end_alone(void) {
  void *self = __heddle_self();
  __heddle_atomic_begin();
  if (ending_thread == NULL)
    ending_thread = self;
  else if (ending_thread != self)
    __heddle_block_until(never, &ending_thread, 0);
  __heddle_atomic_end();
}

/* Handlers may register more. */
static void run_handlers(struct handler **list, int status) {
  struct handler *handler;
  if (!__heddle_has_exit_handlers())
    return;
  end_alone();
  while ((handler = take_handler(list)) != NULL) {
    if (handler->plain != NULL)
      handler->plain();
    else
      handler->with_status(status, handler->argument);
    free_block(handler);
  }
}

int atexit(void (*function)(void)) {
  return add_handler(&exit_handlers, (struct handler){NULL, function, NULL, NULL});
}

int on_exit(void (*function)(int status, void *argument), void *argument) {
  return add_handler(&exit_handlers, (struct handler){NULL, NULL, function, argument});
}

int at_quick_exit(void (*function)(void)) {
  return add_handler(&quick_exit_handlers, (struct handler){NULL, function, NULL, NULL});
}

_Noreturn void __library_exit(int code) {
  run_handlers(&exit_handlers, code);
  __heddle_run_destructors();
  __heddle_exit(code);
}

_Noreturn void exit(int code) { __library_exit(code); }

_Noreturn void quick_exit(int code) {
  run_handlers(&quick_exit_handlers, code);
  __heddle_exit(code);
}

_Noreturn void _Exit(int code) { __heddle_exit(code); }

_Noreturn void _exit(int code) { __heddle_exit(code); }

/* A shell shows a program killed by SIGABRT as 128 + 6. */
_Noreturn void __library_end_quietly(void) { __heddle_exit(134); }

int fork(void) {
  __heddle_unsupported("fork");
  return -1;
}

int vfork(void) { return fork(); }

/* Arbitrary, but the same whenever asked. */
int getpid(void) {
  static int number;
  __heddle_atomic_begin();
  if (number == 0)
    number = (int)(__heddle_nondet_u32() % __INT_MAX__) + 1;
  int result = number;
  __heddle_atomic_end();
  return result;
}

int getpagesize(void) { return 4096; }
