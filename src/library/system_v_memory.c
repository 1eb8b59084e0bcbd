/* SPDX-License-Identifier: Apache-2.0 */
/* System V shared memory. A segment is attached at one address at a time: the same bytes under two
 * addresses are not modelled. While it is not attached, a copy keeps its contents. */
#include "system_v.h"

#include <sys/shm.h>

struct segment {
  struct shared_object object;
  size_t size;
  void *attached, *kept; /* its bytes, in one of the two */
  int is_removed;
};

static struct shared_object *segments;

static struct segment *create(key_t key, size_t size) {
  struct segment *fresh = allocate_block(sizeof *fresh, sizeof(void *), KEPT_BLOCK | ZEROED_BLOCK);
  fresh->size = size;
  fresh->kept = allocate_block(size, 16, KEPT_BLOCK | ZEROED_BLOCK);
  system_v_add(&segments, &fresh->object, key);
  return fresh;
}

/* In an atomic section. */
static int get(key_t key, size_t size, int flags) {
  struct segment *found = (struct segment *)system_v_by_key(segments, key);
  int creates = found == NULL && (key == IPC_PRIVATE || flags & IPC_CREAT);
  int error = creates ? 0 : system_v_refusal(&found->object, flags);
  if (error != 0)
    return system_v_fail(error);
  if (creates ? size == 0 : size > found->size)
    return system_v_fail(ERROR_INVAL);
  return creates ? create(key, size)->object.id : found->object.id;
}

int shmget(key_t key, size_t size, int flags) {
  SYSTEM_V_SUPPOSE();
  if (__heddle_fault("shmget"))
    return system_v_fail(ERROR_NOMEM);
  __heddle_atomic_begin();
  int result = get(key, size, flags);
  __heddle_atomic_end();
  return result;
}

/* Moves the bytes into a new block. */
static void *move(void **from, size_t size) {
  void *to = allocate_block(size, 4096, KEPT_BLOCK);
  __heddle_copy(to, *from, size);
  free_block(*from);
  *from = NULL;
  return to;
}

static void free_segment(struct segment *segment) {
  free_block(segment->kept);
  system_v_remove(&segments, &segment->object);
  free_block(segment);
}

void *shmat(int id, const void *wanted, int flags) {
  void *result = (void *)-1;
  (void)flags;
  if (wanted != NULL)
    __heddle_unsupported("shmat at a given address");
  __heddle_atomic_begin();
  struct segment *segment = (struct segment *)system_v_by_id(segments, id);
  if (segment == NULL) {
    system_v_fail(ERROR_INVAL);
  } else {
    if (segment->attached != NULL)
      __heddle_unsupported("shared memory that is attached twice at the same time");
    result = segment->attached = move(&segment->kept, segment->size);
  }
  __heddle_atomic_end();
  return result;
}

int shmdt(const void *address) {
  __heddle_atomic_begin();
  struct segment *at = (struct segment *)segments;
  while (at != NULL && (at->attached != address || address == NULL))
    at = (struct segment *)at->object.next;
  if (at != NULL) {
    at->kept = move(&at->attached, at->size);
    if (at->is_removed)
      free_segment(at);
  }
  __heddle_atomic_end();
  return at != NULL ? 0 : system_v_fail(ERROR_INVAL);
}

/* In an atomic section. */
static int control(struct segment *segment, int command, struct shmid_ds *to) {
  switch (command) {
  case IPC_RMID:
    segment->object.key = IPC_PRIVATE;
    segment->is_removed = 1;
    if (segment->attached == NULL)
      free_segment(segment);
    return 0;
  case IPC_STAT:
    *to = (struct shmid_ds){.shm_segsz = segment->size, .shm_nattch = segment->attached != NULL};
    to->shm_perm.__key = segment->object.key;
    return 0;
  case IPC_SET:
    return 0;
  default:
    __heddle_unsupported("shmctl with this command");
    return -1;
  }
}

int shmctl(int id, int command, struct shmid_ds *to) {
  __heddle_atomic_begin();
  struct segment *segment = (struct segment *)system_v_by_id(segments, id);
  int result = segment != NULL ? control(segment, command, to) : system_v_fail(ERROR_INVAL);
  __heddle_atomic_end();
  return result;
}
