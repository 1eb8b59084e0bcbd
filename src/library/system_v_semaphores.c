/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of System V semaphores. semop waits until all of its operations can be done, and does them in
 * one step. SEM_UNDO has no effect, as it matters only when a process ends. Waits with a time limit
 * may end at any time, so they never wait. */
#define _GNU_SOURCE
#include "system_v.h"
#include "thread.h"

#include <stdarg.h>
#include <sys/sem.h>
#include <time.h>

enum { MOST_SEMAPHORES = 32000, MOST_OPERATIONS = 500, GREATEST = 32767 };

struct set {
  struct shared_object object;
  int is_removed;
  unsigned waiters;
  unsigned short count;
  unsigned short values[];
};

static struct shared_object *sets;

static struct set *create(key_t key, int count) {
  struct set *fresh =
      allocate_block(offsetof(struct set, values) + (size_t)count * sizeof(unsigned short),
                     sizeof(void *), KEPT_BLOCK | ZEROED_BLOCK);
  fresh->count = (unsigned short)count;
  system_v_add(&sets, &fresh->object, key);
  return fresh;
}

/* In an atomic section. */
static int get(key_t key, int count, int flags) {
  struct set *found = (struct set *)system_v_by_key(sets, key);
  int creates = found == NULL && (key == IPC_PRIVATE || flags & IPC_CREAT);
  int error = creates ? 0 : system_v_refusal(&found->object, flags);
  if (error != 0)
    return system_v_fail(error);
  if (creates ? count <= 0 || count > MOST_SEMAPHORES : count > found->count)
    return system_v_fail(ERROR_INVAL);
  return creates ? create(key, count)->object.id : found->object.id;
}

int semget(key_t key, int count, int flags) {
  SYSTEM_V_SUPPOSE();
  if (__heddle_fault("semget"))
    return system_v_fail(ERROR_NOMEM);
  __heddle_atomic_begin();
  int result = get(key, count, flags);
  __heddle_atomic_end();
  return result;
}

struct request {
  const struct set *set;
  const struct sembuf *operations;
  size_t count;
};

/* The value of the semaphore before the operation of this number. */
static int value_before(const struct request *request, size_t number) {
  unsigned short which = request->operations[number].sem_num;
  int value = request->set->values[which];
  for (size_t i = 0; i < number; i++)
    if (request->operations[i].sem_num == which)
      value += request->operations[i].sem_op;
  return value;
}

/* The first operation that has to wait; `count` if none has to. */
static size_t first_waiting(const struct request *request) {
  for (size_t i = 0; i < request->count; i++) {
    int value = value_before(request, i), change = request->operations[i].sem_op;
    if (change == 0 ? value != 0 : value + change < 0)
      return i;
  }
  return request->count;
}

static int can_go_on(void *object, heddle_word argument) {
  const struct request *request = (const struct request *)argument;
  return ((struct set *)object)->is_removed || first_waiting(request) == request->count;
}

static int check(const struct request *request) {
  for (size_t i = 0; i < request->count; i++)
    if (request->operations[i].sem_num >= request->set->count)
      return ERROR_FBIG;
  for (size_t i = 0; i < request->count; i++)
    if (value_before(request, i) + request->operations[i].sem_op > GREATEST)
      return ERROR_RANGE;
  return 0;
}

static int wait(struct set *set, const struct request *request) {
  set->waiters++;
  __heddle_block_until(can_go_on, set, (heddle_word)request);
  int is_last = --set->waiters == 0;
  if (!set->is_removed)
    return 0;
  if (is_last)
    free_block(set);
  return ERROR_IDRM;
}

/* In an atomic section. */
static int operate(struct set *set, const struct sembuf *operations, size_t count, int is_timed) {
  struct request request = {set, operations, count};
  int error = check(&request);
  size_t waiting = error == 0 ? first_waiting(&request) : count;
  if (error != 0)
    return error;
  if (waiting < count) {
    if (operations[waiting].sem_flg & IPC_NOWAIT || is_timed)
      return ERROR_AGAIN;
    error = wait(set, &request);
  }
  for (size_t i = 0; i < count && error == 0; i++)
    set->values[operations[i].sem_num] =
        (unsigned short)(set->values[operations[i].sem_num] + operations[i].sem_op);
  return error;
}

static int operate_now(int id, const struct sembuf *operations, size_t count, int is_timed) {
  if (count == 0 || count > MOST_OPERATIONS)
    return system_v_fail(count == 0 ? ERROR_INVAL : ERROR_2BIG);
  __heddle_atomic_begin();
  struct set *set = (struct set *)system_v_by_id(sets, id);
  int error = set != NULL ? operate(set, operations, count, is_timed) : ERROR_INVAL;
  __heddle_atomic_end();
  return error == 0 ? 0 : system_v_fail(error);
}

int semop(int id, struct sembuf *operations, size_t count) {
  return operate_now(id, operations, count, 0);
}

int semtimedop(int id, struct sembuf *operations, size_t count, const struct timespec *limit) {
  if (limit != NULL && time_is_invalid(limit))
    return system_v_fail(ERROR_INVAL);
  return operate_now(id, operations, count, limit != NULL);
}

union semun {
  int val;
  struct semid_ds *buf;
  unsigned short *array;
};

static int remove_set(struct set *set) {
  system_v_remove(&sets, &set->object);
  set->is_removed = 1;
  if (set->waiters == 0)
    free_block(set);
  return 0;
}

static int set_all(struct set *set, const unsigned short *values) {
  for (unsigned i = 0; i < set->count; i++)
    if (values[i] > GREATEST)
      return system_v_fail(ERROR_RANGE);
  for (unsigned i = 0; i < set->count; i++)
    set->values[i] = values[i];
  return 0;
}

static int get_all(const struct set *set, unsigned short *values) {
  for (unsigned i = 0; i < set->count; i++)
    values[i] = set->values[i];
  return 0;
}

static int tell(const struct set *set, struct semid_ds *to) {
  *to = (struct semid_ds){.sem_nsems = set->count};
  to->sem_perm.__key = set->object.key;
  return 0;
}

/* In an atomic section. */
static int control(struct set *set, int number, int command, union semun argument) {
  if ((command == GETVAL || command == SETVAL) && (number < 0 || number >= set->count))
    return system_v_fail(ERROR_INVAL);
  switch (command) {
  case IPC_RMID:
    return remove_set(set);
  case IPC_STAT:
    return tell(set, argument.buf);
  case GETVAL:
    return set->values[number];
  case SETVAL:
    if (argument.val < 0 || argument.val > GREATEST)
      return system_v_fail(ERROR_RANGE);
    set->values[number] = (unsigned short)argument.val;
    return 0;
  case GETALL:
    return get_all(set, argument.array);
  case SETALL:
    return set_all(set, argument.array);
  default:
    __heddle_unsupported("semctl with this command");
    return -1;
  }
}

int semctl(int id, int number, int command, ...) {
  union semun argument = {0};
  if (command == SETVAL || command == SETALL || command == GETALL || command == IPC_STAT) {
    va_list list;
    va_start(list, command);
    argument = va_arg(list, union semun);
    va_end(list);
  }
  __heddle_atomic_begin();
  struct set *set = (struct set *)system_v_by_id(sets, id);
  int result = set != NULL ? control(set, number, command, argument) : system_v_fail(ERROR_INVAL);
  __heddle_atomic_end();
  return result;
}
