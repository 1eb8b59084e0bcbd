// A pipeline of stages: one thread makes texts, one turns them into upper case, and one counts and frees them. The
// stages are connected by channels.
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 8
#define TEXTS 1000

struct text {
  size_t length;
  char bytes[40];
};

struct channel {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  struct text *slots[SLOTS];
  unsigned sent, received;
};

static struct channel to_upper, to_counter;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void channel_init(struct channel *c) {
  memset(c, 0, sizeof *c);
  pthread_mutex_init(&c->lock, NULL);
  pthread_cond_init(&c->not_empty, NULL);
  pthread_cond_init(&c->not_full, NULL);
}

static void channel_destroy(struct channel *c) {
  pthread_cond_destroy(&c->not_full);
  pthread_cond_destroy(&c->not_empty);
  pthread_mutex_destroy(&c->lock);
}

static void channel_send(struct channel *c, struct text *text) {
  pthread_mutex_lock(&c->lock);
  while (c->sent - c->received == SLOTS)
    pthread_cond_wait(&c->not_full, &c->lock);
  c->slots[c->sent++ % SLOTS] = text;
  pthread_cond_signal(&c->not_empty);
  pthread_mutex_unlock(&c->lock);
}

static struct text *channel_receive(struct channel *c) {
  pthread_mutex_lock(&c->lock);
  while (c->sent == c->received)
    pthread_cond_wait(&c->not_empty, &c->lock);
  struct text *text = c->slots[c->received++ % SLOTS];
  pthread_cond_signal(&c->not_full);
  pthread_mutex_unlock(&c->lock);
  return text;
}

static void *make(void *unused) {
  (void)unused;
  for (int i = 0; i < TEXTS; i++) {
    struct text *text = malloc(sizeof *text);
    if (text == NULL)
      fail("malloc");
    text->length = (size_t)snprintf(text->bytes, sizeof text->bytes, "text number %d", i);
    channel_send(&to_upper, text);
  }
  channel_send(&to_upper, NULL);
  return NULL;
}

static void *turn_into_upper_case(void *argument) {
  unsigned long *bytes = argument;
  struct text *text;
  while ((text = channel_receive(&to_upper)) != NULL) {
    for (size_t i = 0; i < text->length; i++)
      text->bytes[i] = (char)toupper((unsigned char)text->bytes[i]);
#ifdef BUG
    channel_send(&to_counter, text);
    *bytes += text->length;
#else
    *bytes += text->length;
    channel_send(&to_counter, text);
#endif
  }
  channel_send(&to_counter, NULL);
  return NULL;
}

static void *count(void *argument) {
  unsigned long *letters = argument;
  struct text *text;
  while ((text = channel_receive(&to_counter)) != NULL) {
    for (const char *at = text->bytes; *at != '\0'; at++)
      if (isupper((unsigned char)*at))
        ++*letters;
    free(text);
  }
  return NULL;
}

int main(void) {
  pthread_t stages[3];
  unsigned long bytes = 0, letters = 0;
  channel_init(&to_upper);
  channel_init(&to_counter);
  if (pthread_create(&stages[0], NULL, make, NULL) != 0 ||
      pthread_create(&stages[1], NULL, turn_into_upper_case, &bytes) != 0 ||
      pthread_create(&stages[2], NULL, count, &letters) != 0) {
    fprintf(stderr, "cannot create threads\n");
    exit(1);
  }
  for (int i = 0; i < 3; i++)
    pthread_join(stages[i], NULL);
  channel_destroy(&to_upper);
  channel_destroy(&to_counter);
  printf("%lu bytes, %lu letters\n", bytes, letters);
  return 0;
}
