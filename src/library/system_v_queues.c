/* SPDX-License-Identifier: Apache-2.0 */
/* System V message queues, each with room for 16 KiB. */
#define _GNU_SOURCE
#include "system_v.h"
#include "thread.h"

#include <sys/msg.h>

enum { MOST_BYTES = 16384, MOST_SIZE = 8192 };

struct message {
  struct message *next;
  size_t size;
  long type;
  char bytes[];
};

struct queue {
  struct shared_object object;
  struct message *first;
  size_t bytes, count;
  unsigned waiters;
  int is_removed;
};

/* What the program passes: a type, and the bytes after it. */
struct text {
  long type;
  char bytes[];
};

static struct shared_object *queues;

static struct queue *create(key_t key) {
  struct queue *fresh = allocate_block(sizeof *fresh, sizeof(void *), KEPT_BLOCK | ZEROED_BLOCK);
  system_v_add(&queues, &fresh->object, key);
  return fresh;
}

int msgget(key_t key, int flags) {
  SYSTEM_V_SUPPOSE();
  if (__heddle_fault("msgget"))
    return system_v_fail(ERROR_NOMEM);
  __heddle_atomic_begin();
  struct queue *found = (struct queue *)system_v_by_key(queues, key);
  int creates = found == NULL && (key == IPC_PRIVATE || flags & IPC_CREAT);
  int error = creates ? 0 : system_v_refusal(&found->object, flags);
  if (creates)
    found = create(key);
  __heddle_atomic_end();
  return error == 0 ? found->object.id : system_v_fail(error);
}

struct request {
  long type;
  size_t size;
  int flags;
  struct thread *self;
};

/* Where the message is that the request asks for; it leads to NULL if there is none. */
static struct message **find(struct queue *queue, const struct request *request) {
  struct message **best = NULL, **at = &queue->first;
  for (; *at != NULL; at = &(*at)->next) {
    long type = (*at)->type;
    int fits = request->type == 0 || (request->type < 0              ? type + request->type <= 0
                                      : request->flags & MSG_EXCEPT ? type != request->type
                                                                    : type == request->type);
    if (fits && (best == NULL || (request->type < 0 && type < (*best)->type)))
      best = at;
  }
  return best != NULL ? best : at;
}

static int has_message(const struct queue *queue, const struct request *request) {
  return *find((struct queue *)(heddle_word)queue, request) != NULL;
}

static int has_room(const struct queue *queue, const struct request *request) {
  return queue->bytes + request->size <= MOST_BYTES;
}

/* The conditions of waits */
static int has_message_or_ends(void *object, heddle_word argument) {
  const struct request *request = (const struct request *)argument;
  return ((const struct queue *)object)->is_removed || has_message(object, request) ||
         thread_is_cancelled(request->self);
}

static int has_room_or_ends(void *object, heddle_word argument) {
  const struct request *request = (const struct request *)argument;
  return ((const struct queue *)object)->is_removed || has_room(object, request) ||
         thread_is_cancelled(request->self);
}

static void free_messages(struct queue *queue) {
  while (queue->first != NULL) {
    struct message *message = queue->first;
    queue->first = message->next;
    free_block(message);
  }
}

/* After a wait, which is over because the queue is ready, because it was removed meanwhile, or because
 * the thread is cancelled, which then leaves the section and ends. */
static int end_wait(struct queue *queue, int is_ready) {
  int is_last = --queue->waiters == 0, is_removed = queue->is_removed;
  if (is_removed && is_last)
    free_block(queue);
  if (is_removed || is_ready)
    return is_removed ? ERROR_IDRM : 0;
  __heddle_atomic_end();
  __library_thread_cancel(__heddle_self());
}

static void insert(struct queue *queue, const struct text *text, size_t size) {
  struct message **at = &queue->first;
  while (*at != NULL)
    at = &(*at)->next;
  struct message *fresh =
      allocate_block(offsetof(struct message, bytes) + size, sizeof(long), KEPT_BLOCK);
  *fresh = (struct message){.size = size, .type = text->type};
  __heddle_copy(fresh->bytes, text->bytes, size);
  *at = fresh;
  queue->bytes += size;
  queue->count++;
}

/* In an atomic section. */
static int send(int id, const struct text *text, size_t size, int flags) {
  struct queue *queue = (struct queue *)system_v_by_id(queues, id);
  if (queue == NULL || size > MOST_SIZE || text->type < 1)
    return ERROR_INVAL;
  struct request request = {.size = size, .self = __heddle_self()};
  if (!has_room(queue, &request)) {
    if (flags & IPC_NOWAIT)
      return ERROR_AGAIN;
    queue->waiters++;
    __heddle_block_until_or_cancelled(has_room_or_ends, queue, (heddle_word)&request);
    int error = end_wait(queue, has_room(queue, &request));
    if (error != 0)
      return error;
  }
  insert(queue, text, size);
  return 0;
}

int msgsnd(int id, const void *text, size_t size, int flags) {
  pthread_testcancel();
  __heddle_atomic_begin();
  int error = send(id, text, size, flags);
  __heddle_atomic_end();
  return error == 0 ? 0 : system_v_fail(error);
}

/* In an atomic section. */
static int receive(int id, struct text *text, const struct request *request, size_t *received) {
  struct queue *queue = (struct queue *)system_v_by_id(queues, id);
  if (queue == NULL)
    return ERROR_INVAL;
  if (!has_message(queue, request)) {
    if (request->flags & IPC_NOWAIT)
      return ERROR_NOMSG;
    queue->waiters++;
    __heddle_block_until_or_cancelled(has_message_or_ends, queue, (heddle_word)request);
    int error = end_wait(queue, has_message(queue, request));
    if (error != 0)
      return error;
  }
  struct message **at = find(queue, request), *message = *at;
  if (message->size > request->size && (request->flags & MSG_NOERROR) == 0)
    return ERROR_2BIG;
  *received = message->size < request->size ? message->size : request->size;
  *at = message->next;
  queue->bytes -= message->size;
  queue->count--;
  text->type = message->type;
  __heddle_copy(text->bytes, message->bytes, *received);
  free_block(message);
  return 0;
}

ssize_t msgrcv(int id, void *text, size_t size, long type, int flags) {
  struct request request = {type, size, flags, __heddle_self()};
  size_t received = 0;
  if (flags & MSG_COPY)
    __heddle_unsupported("msgrcv with MSG_COPY");
  pthread_testcancel();
  __heddle_atomic_begin();
  int error = receive(id, text, &request, &received);
  __heddle_atomic_end();
  return error == 0 ? (ssize_t)received : system_v_fail(error);
}

/* In an atomic section. */
static int control(struct queue *queue, int command, struct msqid_ds *to) {
  switch (command) {
  case IPC_RMID:
    system_v_remove(&queues, &queue->object);
    free_messages(queue);
    queue->is_removed = 1;
    if (queue->waiters == 0)
      free_block(queue);
    return 0;
  case IPC_STAT:
    *to = (struct msqid_ds){.msg_qnum = queue->count, .msg_qbytes = MOST_BYTES};
    to->msg_perm.__key = queue->object.key;
    return 0;
  default:
    __heddle_unsupported("msgctl with this command");
    return -1;
  }
}

int msgctl(int id, int command, struct msqid_ds *to) {
  __heddle_atomic_begin();
  struct queue *queue = (struct queue *)system_v_by_id(queues, id);
  int result = queue != NULL ? control(queue, command, to) : system_v_fail(ERROR_INVAL);
  __heddle_atomic_end();
  return result;
}
