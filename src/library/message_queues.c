/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX message queues, as those of the program itself: at the start there is none, and no other process
 * uses them. Messages come out by priority, and in their order within one. Sending to a full queue
 * and receiving from an empty one wait, unless O_NONBLOCK is set; waits with a time limit may end at
 * any time, so they never wait. */
#include "errors.h"
#include "heddle.h"
#include "names.h"
#include "reused.h"
#include "text.h"
#include "thread.h"

#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

enum { USUAL_MESSAGES = 10, USUAL_SIZE = 8192, PRIORITIES = 32768, FIRST_NUMBER = 3 };

struct message {
  struct message *next;
  size_t size;
  unsigned priority;
  char bytes[];
};

struct queue {
  struct queue *next;
  struct message *first;
  long most, size, count;
  unsigned references, receivers; /* open descriptors; threads that wait for a message */
  int has_name;
  int has_notification;
  struct sigevent notification;
  char name[];
};

/* What mq_open returned. */
struct opening {
  struct opening *next;
  struct queue *queue;
  mqd_t number;
  int flags;
  unsigned references; /* the descriptor, and calls that wait */
  int is_notifier;     /* it asked for the notification of its queue */
};

static struct queue *queues;
static struct opening *openings;

static int fail(int error) {
  *__errno_location() = error;
  return -1;
}

static struct queue *find_queue(const char *name) {
  struct queue *at = queues;
  while (at != NULL && !(at->has_name && __library_is_name(at->name, name)))
    at = at->next;
  return at;
}

static struct opening *find_opening(mqd_t number) {
  struct opening *at = openings;
  while (at != NULL && at->number != number)
    at = at->next;
  return at;
}

static mqd_t find_free_number(void) {
  mqd_t number = FIRST_NUMBER;
  while (find_opening(number) != NULL)
    number++;
  return number;
}

static struct queue *create(const char *name, const struct mq_attr *attributes) {
  size_t size = __library_string_length(name) + 1;
  struct queue *fresh =
      allocate_block(sizeof *fresh + size, sizeof(long long), KEPT_BLOCK | ZEROED_BLOCK);
  fresh->next = queues;
  fresh->most = attributes != NULL ? attributes->mq_maxmsg : USUAL_MESSAGES;
  fresh->size = attributes != NULL ? attributes->mq_msgsize : USUAL_SIZE;
  fresh->has_name = 1;
  __heddle_copy(fresh->name, name, size);
  queues = fresh;
  return fresh;
}

static mqd_t add_opening(struct queue *queue, int flags) {
  struct opening *fresh = allocate_block(sizeof *fresh, sizeof(void *), KEPT_BLOCK);
  *fresh = (struct opening){.next = openings,
                            .queue = queue,
                            .number = find_free_number(),
                            .flags = flags & (O_ACCMODE | O_NONBLOCK),
                            .references = 1};
  queue->references++;
  openings = fresh;
  return fresh->number;
}

/* The system limits both. A queue like those that get no attributes is always within the limits. */
static int is_refused(const struct mq_attr *attributes) {
  if (attributes->mq_maxmsg <= 0 || attributes->mq_msgsize <= 0)
    return 1;
  int is_large = attributes->mq_maxmsg > USUAL_MESSAGES || attributes->mq_msgsize > USUAL_SIZE;
  return is_large && __heddle_nondet_bool();
}

static mqd_t open_name(const char *name, int flags, const struct mq_attr *attributes) {
  struct queue *found = find_queue(name);
  if (found != NULL && (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL))
    return fail(ERROR_EXIST);
  if (found == NULL && (flags & O_CREAT) == 0)
    return fail(ERROR_NOENT);
  if (found == NULL && attributes != NULL && is_refused(attributes))
    return fail(ERROR_INVAL);
  return add_opening(found != NULL ? found : create(name, attributes), flags);
}

/* The name begins with a slash, and has no other. */
static int check_name(const char **name) {
  if ((*name)[0] != '/')
    return ERROR_INVAL;
  if ((*name)[1] == '/')
    return ERROR_ACCES;
  int error = __library_check_name(name);
  if (error == ERROR_INVAL)
    return **name == '\0' ? ERROR_NOENT : ERROR_ACCES;
  return error;
}

mqd_t mq_open(const char *name, int flags, ...) {
  struct mq_attr *attributes = NULL;
  __heddle_suppose("message queues are used by the program alone, and none is there at the start");
  if ((flags & O_CREAT) != 0) {
    va_list list;
    va_start(list, flags);
    (void)va_arg(list, unsigned); /* the mode */
    attributes = va_arg(list, struct mq_attr *);
    va_end(list);
  }
  int error = check_name(&name);
  if (error != 0)
    return fail(error);
  if (__heddle_fault("mq_open"))
    return fail(ERROR_MFILE);
  __heddle_atomic_begin();
  mqd_t result = open_name(name, flags, attributes);
  __heddle_atomic_end();
  return result;
}

static void remove_queue(struct queue *queue) {
  struct queue **at = &queues;
  while (*at != queue)
    at = &(*at)->next;
  *at = queue->next;
  while (queue->first != NULL) {
    struct message *message = queue->first;
    queue->first = message->next;
    free_block(message);
  }
  free_block(queue);
}

static void drop(struct opening *opening) {
  if (--opening->references != 0)
    return;
  struct queue *queue = opening->queue;
  free_block(opening);
  if (--queue->references == 0 && !queue->has_name)
    remove_queue(queue);
}

int mq_close(mqd_t number) {
  __heddle_atomic_begin();
  struct opening **at = &openings;
  while (*at != NULL && (*at)->number != number)
    at = &(*at)->next;
  struct opening *found = *at;
  if (found != NULL) {
    *at = found->next;
    if (found->is_notifier)
      found->queue->has_notification = 0;
    drop(found);
  }
  __heddle_atomic_end();
  return found != NULL ? 0 : fail(ERROR_BADF);
}

int mq_unlink(const char *name) {
  int error = check_name(&name);
  __heddle_atomic_begin();
  struct queue *found = error == 0 ? find_queue(name) : NULL;
  if (found != NULL) {
    found->has_name = 0;
    if (found->references == 0)
      remove_queue(found);
  }
  __heddle_atomic_end();
  if (found != NULL)
    return 0;
  return fail(error == 0 ? ERROR_NOENT : error);
}

/* Sending and receiving, in an atomic section. */

static int has_room_or_cancelled(void *object, heddle_word self) {
  const struct queue *queue = object;
  return queue->count < queue->most || thread_is_cancelled((struct thread *)self);
}

static int has_message_or_cancelled(void *object, heddle_word self) {
  return ((struct queue *)object)->first != NULL || thread_is_cancelled((struct thread *)self);
}

static void insert(struct queue *queue, const char *bytes, size_t size, unsigned priority) {
  struct message **at = &queue->first;
  while (*at != NULL && (*at)->priority >= priority)
    at = &(*at)->next;
  struct message *fresh =
      allocate_block(offsetof(struct message, bytes) + size, sizeof(size_t), KEPT_BLOCK);
  fresh->next = *at;
  fresh->size = size;
  fresh->priority = priority;
  __heddle_copy(fresh->bytes, bytes, size);
  *at = fresh;
  queue->count++;
}

static size_t take(struct queue *queue, char *bytes, unsigned *priority) {
  struct message *message = queue->first;
  size_t size = message->size;
  queue->first = message->next;
  queue->count--;
  __heddle_copy(bytes, message->bytes, size);
  if (priority != NULL)
    *priority = message->priority;
  free_block(message);
  return size;
}

/* A cancelled thread leaves the section, and ends. */
static void end_if_cancelled(struct thread *self, int is_ready, struct opening *opening) {
  drop(opening);
  if (is_ready)
    return;
  __heddle_atomic_end();
  __library_thread_cancel(self);
}

static void wait_for_room(struct opening *opening) {
  struct thread *self = __heddle_self();
  struct queue *queue = opening->queue;
  opening->references++;
  __heddle_block_until_or_cancelled(has_room_or_cancelled, queue, (heddle_word)self);
  end_if_cancelled(self, queue->count < queue->most, opening);
}

static void wait_for_message(struct opening *opening) {
  struct thread *self = __heddle_self();
  struct queue *queue = opening->queue;
  opening->references++;
  queue->receivers++;
  __heddle_block_until_or_cancelled(has_message_or_cancelled, queue, (heddle_word)self);
  queue->receivers--;
  end_if_cancelled(self, queue->first != NULL, opening);
}

/* The error of a call that would have to wait; 0: it waits. `until` is its limit if it is timed. */
static int refuse_to_wait(const struct opening *opening, int is_timed, const struct timespec *until) {
  if ((opening->flags & O_NONBLOCK) != 0)
    return ERROR_AGAIN;
  if (!is_timed)
    return 0;
  return time_is_invalid(until) ? ERROR_INVAL : ERROR_TIMEDOUT;
}

/* The queue is not empty any more. A thread that waits for the message gets it without a notification. */
static int take_notification(struct queue *queue, struct sigevent *notification) {
  if (!queue->has_notification || queue->count != 1 || queue->receivers != 0)
    return 0;
  *notification = queue->notification;
  queue->has_notification = 0;
  for (struct opening *at = openings; at != NULL; at = at->next)
    if (at->queue == queue)
      at->is_notifier = 0;
  return 1;
}

static void *run_notification(void *argument) {
  struct sigevent *notification = argument;
  void (*function)(union sigval) = notification->sigev_notify_function;
  union sigval value = notification->sigev_value;
  free_block(notification);
  function(value);
  return NULL;
}

static void notify(const struct sigevent *notification) {
  if (notification->sigev_notify == SIGEV_SIGNAL) {
    kill(getpid(), notification->sigev_signo);
  } else if (notification->sigev_notify == SIGEV_THREAD) {
    pthread_t thread;
    struct sigevent *copy = allocate_block(sizeof *copy, sizeof(void *), KEPT_BLOCK);
    *copy = *notification;
    pthread_create(&thread, NULL, run_notification, copy);
    pthread_detach(thread);
  }
}

static int send(struct opening *opening, const char *bytes, size_t size, unsigned priority, int is_timed,
                const struct timespec *until) {
  if (opening == NULL || (opening->flags & O_ACCMODE) == O_RDONLY)
    return ERROR_BADF;
  struct queue *queue = opening->queue;
  if (priority >= PRIORITIES)
    return ERROR_INVAL;
  if (size > (size_t)queue->size)
    return ERROR_MSGSIZE;
  if (queue->count >= queue->most) {
    int error = refuse_to_wait(opening, is_timed, until);
    if (error != 0)
      return error;
    wait_for_room(opening);
  }
  insert(queue, bytes, size, priority);
  return 0;
}

static int send_now(mqd_t number, const char *bytes, size_t size, unsigned priority, int is_timed,
                    const struct timespec *until) {
  struct sigevent notification;
  int notifies = 0;
  pthread_testcancel();
  __heddle_atomic_begin();
  struct opening *opening = find_opening(number);
  struct queue *queue = opening != NULL ? opening->queue : NULL;
  int error = send(opening, bytes, size, priority, is_timed, until);
  if (error == 0)
    notifies = take_notification(queue, &notification);
  __heddle_atomic_end();
  if (notifies)
    notify(&notification);
  return error == 0 ? 0 : fail(error);
}

int mq_send(mqd_t number, const char *bytes, size_t size, unsigned priority) {
  return send_now(number, bytes, size, priority, 0, NULL);
}

int mq_timedsend(mqd_t number, const char *bytes, size_t size, unsigned priority,
                 const struct timespec *until) {
  return send_now(number, bytes, size, priority, 1, until);
}

static int receive(struct opening *opening, char *bytes, size_t size, unsigned *priority, int is_timed,
                   const struct timespec *until, size_t *received) {
  if (opening == NULL || (opening->flags & O_ACCMODE) == O_WRONLY)
    return ERROR_BADF;
  struct queue *queue = opening->queue;
  if (size < (size_t)queue->size)
    return ERROR_MSGSIZE;
  if (queue->first == NULL) {
    int error = refuse_to_wait(opening, is_timed, until);
    if (error != 0)
      return error;
    wait_for_message(opening);
  }
  *received = take(queue, bytes, priority);
  return 0;
}

static ssize_t receive_now(mqd_t number, char *bytes, size_t size, unsigned *priority, int is_timed,
                           const struct timespec *until) {
  size_t received = 0;
  pthread_testcancel();
  __heddle_atomic_begin();
  int error = receive(find_opening(number), bytes, size, priority, is_timed, until, &received);
  __heddle_atomic_end();
  return error == 0 ? (ssize_t)received : fail(error);
}

ssize_t mq_receive(mqd_t number, char *bytes, size_t size, unsigned *priority) {
  return receive_now(number, bytes, size, priority, 0, NULL);
}

ssize_t mq_timedreceive(mqd_t number, char *bytes, size_t size, unsigned *priority,
                        const struct timespec *until) {
  return receive_now(number, bytes, size, priority, 1, until);
}

/* Attributes and notification */

int mq_getattr(mqd_t number, struct mq_attr *attributes) {
  __heddle_atomic_begin();
  const struct opening *opening = find_opening(number);
  struct mq_attr found = {0};
  if (opening != NULL) {
    found.mq_flags = opening->flags & O_NONBLOCK;
    found.mq_maxmsg = opening->queue->most;
    found.mq_msgsize = opening->queue->size;
    found.mq_curmsgs = opening->queue->count;
  }
  __heddle_atomic_end();
  if (opening == NULL)
    return fail(ERROR_BADF);
  *attributes = found;
  return 0;
}

/* Only O_NONBLOCK can be changed. */
int mq_setattr(mqd_t number, const struct mq_attr *attributes, struct mq_attr *old) {
  long flags = attributes->mq_flags;
  if ((flags & ~(long)O_NONBLOCK) != 0)
    return fail(ERROR_INVAL);
  if (old != NULL && mq_getattr(number, old) != 0)
    return -1;
  __heddle_atomic_begin();
  struct opening *opening = find_opening(number);
  if (opening != NULL)
    opening->flags = (opening->flags & ~O_NONBLOCK) | (int)flags;
  __heddle_atomic_end();
  return opening != NULL ? 0 : fail(ERROR_BADF);
}

static int ask_for_notification(struct opening *opening, const struct sigevent *notification) {
  if (opening == NULL)
    return ERROR_BADF;
  if (notification == NULL) {
    if (opening->is_notifier)
      opening->queue->has_notification = opening->is_notifier = 0;
    return 0;
  }
  if (opening->queue->has_notification)
    return ERROR_BUSY;
  opening->queue->has_notification = opening->is_notifier = 1;
  opening->queue->notification = *notification;
  return 0;
}

int mq_notify(mqd_t number, const struct sigevent *notification) {
  if (notification != NULL && notification->sigev_notify != SIGEV_NONE &&
      notification->sigev_notify != SIGEV_SIGNAL && notification->sigev_notify != SIGEV_THREAD)
    return fail(ERROR_INVAL);
  __heddle_atomic_begin();
  int error = ask_for_notification(find_opening(number), notification);
  __heddle_atomic_end();
  return error == 0 ? 0 : fail(error);
}
