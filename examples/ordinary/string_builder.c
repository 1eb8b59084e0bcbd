// A string that grows as needed. Threads append lines to it under a lock.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 3
#define LINES 1000

struct builder {
  pthread_mutex_t lock;
  char *text; // ends with '\0'
  size_t length, capacity;
};

static int builder_init(struct builder *b) {
  b->capacity = 80;
  b->length = 0;
  b->text = malloc(b->capacity);
  if (b->text == NULL)
    return -1;
  b->text[0] = '\0';
  if (pthread_mutex_init(&b->lock, NULL) != 0) {
    free(b->text);
    return -1;
  }
  return 0;
}

static int append(struct builder *b, const char *text, size_t length) {
  pthread_mutex_lock(&b->lock);
#ifdef BUG
  if (b->length + length > b->capacity) {
#else
  if (b->length + length + 1 > b->capacity) {
#endif
    size_t capacity = 2 * b->capacity + length;
    char *larger = realloc(b->text, capacity);
    if (larger == NULL) {
      pthread_mutex_unlock(&b->lock);
      return -1;
    }
    b->text = larger;
    b->capacity = capacity;
  }
  memcpy(b->text + b->length, text, length + 1);
  b->length += length;
  pthread_mutex_unlock(&b->lock);
  return 0;
}

static int append_format(struct builder *b, const char *format, ...) {
  char line[64];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  if (length < 0 || (size_t)length >= sizeof line)
    return -1;
  return append(b, line, (size_t)length);
}

struct writer {
  struct builder *builder;
  int number;
};

static void *write_lines(void *argument) {
  struct writer *writer = argument;
  for (int i = 0; i < LINES; i++) {
    if (append_format(writer->builder, "%d: line %d\n", writer->number, i) != 0) {
      fprintf(stderr, "writer %d: out of memory\n", writer->number);
      exit(1);
    }
  }
  return NULL;
}

int main(void) {
  struct builder builder;
  struct writer writers[THREADS];
  pthread_t threads[THREADS];
  if (builder_init(&builder) != 0) {
    fprintf(stderr, "out of memory\n");
    return 1;
  }
  for (int i = 0; i < THREADS; i++) {
    writers[i].builder = &builder;
    writers[i].number = i;
    if (pthread_create(&threads[i], NULL, write_lines, &writers[i]) != 0) {
      fprintf(stderr, "cannot create a thread\n");
      exit(1);
    }
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  int lines = 0;
  for (const char *at = builder.text; (at = strchr(at, '\n')) != NULL; at++)
    lines++;
  assert(lines == THREADS * LINES);
  pthread_mutex_destroy(&builder.lock);
  free(builder.text);
  return 0;
}
