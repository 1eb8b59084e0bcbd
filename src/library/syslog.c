/* SPDX-License-Identifier: Apache-2.0 */
/* Messages to the system's log. They are only read. */
#include "heddle.h"
#include "text.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <syslog.h>

static int mask = 0xff;

/* The system keeps the pointer. */
static const char *identity;

void openlog(const char *name, int options, int facility) {
  (void)options, (void)facility;
  if (name != NULL)
    __library_read_text(name);
  __heddle_atomic_begin();
  identity = name;
  __heddle_atomic_end();
}

void closelog(void) {
  __heddle_atomic_begin();
  identity = NULL;
  __heddle_atomic_end();
}

int setlogmask(int wanted) {
  __heddle_atomic_begin();
  int old = mask;
  if (wanted != 0)
    mask = wanted;
  __heddle_atomic_end();
  return old;
}

void vsyslog(int priority, const char *format, va_list list) {
  (void)priority;
  __heddle_atomic_begin();
  const char *name = identity;
  __heddle_atomic_end();
  if (name != NULL)
    __library_read_text(name);
  vsnprintf(NULL, 0, format, list);
}

void syslog(int priority, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsyslog(priority, format, list);
  va_end(list);
}
