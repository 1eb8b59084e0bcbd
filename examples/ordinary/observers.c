// A subject with a list of observers. An observer may remove itself when it is called, so the lock is recursive.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 3
#define ROUNDS 100

struct observer {
  void (*call)(struct observer *, int value);
  int calls_left;
  struct observer *next;
};

struct subject {
  pthread_mutex_t lock;
  struct observer *observers;
  int count;
  unsigned long calls;
};

static struct subject subject;

static void check(int error, const char *what) {
  if (error != 0) {
    fprintf(stderr, "%s: %s\n", what, strerror(error));
    exit(EXIT_FAILURE);
  }
}

static void subject_init(struct subject *s) {
  pthread_mutexattr_t recursive;
  check(pthread_mutexattr_init(&recursive), "pthread_mutexattr_init");
  check(pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE), "pthread_mutexattr_settype");
  check(pthread_mutex_init(&s->lock, &recursive), "pthread_mutex_init");
  pthread_mutexattr_destroy(&recursive);
}

static void add_observer(struct subject *s, void (*call)(struct observer *, int), int calls) {
  struct observer *o = malloc(sizeof *o);
  if (o == NULL) {
    perror("malloc");
    exit(EXIT_FAILURE);
  }
  o->call = call;
  o->calls_left = calls;
  pthread_mutex_lock(&s->lock);
  o->next = s->observers;
  s->observers = o;
  s->count++;
  pthread_mutex_unlock(&s->lock);
}

static void remove_observer(struct subject *s, struct observer *o) {
  pthread_mutex_lock(&s->lock);
  struct observer **at = &s->observers;
  while (*at != NULL && *at != o)
    at = &(*at)->next;
  if (*at != NULL) {
    *at = o->next;
    s->count--;
    free(o);
  }
  pthread_mutex_unlock(&s->lock);
}

static void notify(struct subject *s, int value) {
  pthread_mutex_lock(&s->lock);
#ifdef BUG
  for (struct observer *o = s->observers; o != NULL; o = o->next) {
    o->call(o, value);
    s->calls++;
  }
#else
  for (struct observer *o = s->observers, *next; o != NULL; o = next) {
    next = o->next; // the call may free it
    o->call(o, value);
    s->calls++;
  }
#endif
  pthread_mutex_unlock(&s->lock);
}

static void count_down(struct observer *o, int value) {
  assert(value >= 0);
  if (--o->calls_left == 0)
    remove_observer(&subject, o);
}

static void *run(void *argument) {
  int id = *(int *)argument;
  for (int i = 0; i < ROUNDS; i++) {
    add_observer(&subject, count_down, 1 + (id + i) % 3);
    notify(&subject, i);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int ids[THREADS];
  subject_init(&subject);
  for (int i = 0; i < THREADS; i++) {
    ids[i] = i;
    check(pthread_create(&threads[i], NULL, run, &ids[i]), "pthread_create");
  }
  for (int i = 0; i < THREADS; i++)
    check(pthread_join(threads[i], NULL), "pthread_join");
  printf("%lu calls, %d observers are left\n", subject.calls, subject.count);
  while (subject.observers != NULL)
    remove_observer(&subject, subject.observers);
  assert(subject.count == 0);
  check(pthread_mutex_destroy(&subject.lock), "pthread_mutex_destroy");
  return EXIT_SUCCESS;
}
