/* SPDX-License-Identifier: Apache-2.0 */
/* What the three kinds of System V objects share: semaphores, shared memory, message queues. They are
 * those that the program itself creates: at the start there is none, and no other process uses
 * them. */
#ifndef LIBRARY_SYSTEM_V_H
#define LIBRARY_SYSTEM_V_H

#include "errors.h"
#include "heddle.h"
#include "reused.h"

#include <stddef.h>
#include <sys/ipc.h>

struct shared_object {
  struct shared_object *next;
  key_t key;
  int id;
};

static inline int system_v_fail(int error) {
  *__errno_location() = error;
  return -1;
}

static inline struct shared_object *system_v_by_key(struct shared_object *list, key_t key) {
  while (list != NULL && (list->key != key || key == IPC_PRIVATE))
    list = list->next;
  return list;
}

static inline struct shared_object *system_v_by_id(struct shared_object *list, int id) {
  while (list != NULL && list->id != id)
    list = list->next;
  return list;
}

/* Ids are not used again, also after the last object is removed. */
static inline void system_v_add(struct shared_object **list, struct shared_object *object,
                                key_t key) {
  static int last_id; /* one for each kind, as each has a file of its own */
  object->next = *list;
  object->key = key;
  object->id = ++last_id;
  *list = object;
}

static inline void system_v_remove(struct shared_object **list, const struct shared_object *object) {
  while (*list != object)
    list = &(*list)->next;
  *list = object->next;
}

/* The error of a call that asks for an object that is there or not; 0: none. */
static inline int system_v_refusal(const struct shared_object *found, int flags) {
  if (found != NULL)
    return (flags & (IPC_CREAT | IPC_EXCL)) == (IPC_CREAT | IPC_EXCL) ? ERROR_EXIST : 0;
  return flags & IPC_CREAT ? 0 : ERROR_NOENT;
}

#define SYSTEM_V_SUPPOSE()                                                                         \
  __heddle_suppose("System V semaphores, queues and shared memory are used by the program alone, " \
                   "and none is there at the start")

#endif
