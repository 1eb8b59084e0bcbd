/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores with names. They are those that the program itself creates: at the start there is none,
 * and no other process uses them. Opening a name again gives the same address while it is open. After
 * as many calls of sem_close as there were of sem_open the semaphore may not be used any more, but
 * its value is kept until sem_unlink. */
#include "errors.h"
#include "heddle.h"
#include "names.h"
#include "reused.h"
#include "text.h"

#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stddef.h>

struct named_semaphore {
  struct named_semaphore *next;
  sem_t *object;       /* NULL: it is not open */
  unsigned references; /* by sem_open */
  int value;           /* while it is not open */
  int has_name;
  char name[];
};

static struct named_semaphore *semaphores;

static sem_t *fail(int error) {
  *__errno_location() = error;
  return SEM_FAILED;
}

static struct named_semaphore *find(const char *name) {
  struct named_semaphore *at = semaphores;
  while (at != NULL && !(at->has_name && __library_is_name(at->name, name)))
    at = at->next;
  return at;
}

static struct named_semaphore *create(const char *name, unsigned value) {
  size_t size = __library_string_length(name) + 1;
  struct named_semaphore *fresh =
      allocate_block(sizeof *fresh + size, sizeof(void *), KEPT_BLOCK);
  *fresh = (struct named_semaphore){.next = semaphores, .value = (int)value, .has_name = 1};
  __heddle_copy(fresh->name, name, size);
  semaphores = fresh;
  return fresh;
}

static sem_t *refer(struct named_semaphore *semaphore) {
  if (semaphore->references++ == 0) {
    semaphore->object = allocate_block(sizeof(sem_t), 2 * sizeof(void *), KEPT_BLOCK);
    sem_init(semaphore->object, 1, (unsigned)semaphore->value);
  }
  return semaphore->object;
}

/* In an atomic section. */
static sem_t *open_name(const char *name, int flags, unsigned value) {
  struct named_semaphore *found = find(name);
  if (found != NULL)
    return (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL) ? fail(ERROR_EXIST) : refer(found);
  if ((flags & O_CREAT) == 0)
    return fail(ERROR_NOENT);
  return value > SEM_VALUE_MAX ? fail(ERROR_INVAL) : refer(create(name, value));
}

sem_t *sem_open(const char *name, int flags, ...) {
  unsigned value = 0;
  __heddle_suppose("named semaphores are used by the program alone, and none is there at the start");
  if ((flags & O_CREAT) != 0) {
    va_list list;
    va_start(list, flags);
    (void)va_arg(list, unsigned); /* the mode */
    value = va_arg(list, unsigned);
    va_end(list);
  }
  int error = __library_check_name(&name);
  if (error != 0)
    return fail(error);
  if (__heddle_fault("sem_open"))
    return fail(ERROR_MFILE);
  __heddle_atomic_begin();
  sem_t *result = open_name(name, flags, value);
  __heddle_atomic_end();
  return result;
}

static void remove_semaphore(struct named_semaphore *semaphore) {
  struct named_semaphore **at = &semaphores;
  while (*at != semaphore)
    at = &(*at)->next;
  *at = semaphore->next;
  free_block(semaphore);
}

/* In an atomic section. */
static int close_object(const sem_t *object) {
  struct named_semaphore *at = semaphores;
  while (at != NULL && (at->object != object || object == NULL))
    at = at->next;
  if (at == NULL)
    return ERROR_INVAL;
  if (--at->references != 0)
    return 0;
  sem_getvalue(at->object, &at->value);
  free_block(at->object);
  at->object = NULL;
  if (!at->has_name)
    remove_semaphore(at);
  return 0;
}

int sem_close(sem_t *object) {
  __heddle_atomic_begin();
  int error = close_object(object);
  __heddle_atomic_end();
  if (error == 0)
    return 0;
  *__errno_location() = error;
  return -1;
}

/* The name is gone at once, the semaphore when it is closed. */
int sem_unlink(const char *name) {
  int error = __library_check_name(&name);
  if (error == ERROR_INVAL)
    error = ERROR_NOENT;
  __heddle_atomic_begin();
  struct named_semaphore *found = error == 0 ? find(name) : NULL;
  if (found != NULL) {
    found->has_name = 0;
    if (found->references == 0)
      remove_semaphore(found);
  }
  __heddle_atomic_end();
  if (found != NULL)
    return 0;
  *__errno_location() = error == 0 ? ERROR_NOENT : error;
  return -1;
}
