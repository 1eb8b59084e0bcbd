// Documents with reference counts. Threads take the current document, use it and release it, while an editor replaces
// it by new versions.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define READERS 3
#define VERSIONS 1000

struct document {
  atomic_int references;
  int version;
  char text[32];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct document *current;

static struct document *document_new(int version) {
  struct document *d = malloc(sizeof *d);
  if (d == NULL) {
    perror("malloc");
    exit(1);
  }
  atomic_init(&d->references, 1);
  d->version = version;
  snprintf(d->text, sizeof d->text, "version %d", version);
  return d;
}

static void document_release(struct document *d) {
#ifdef BUG
  atomic_fetch_sub(&d->references, 1);
  if (atomic_load(&d->references) == 0)
    free(d);
#else
  if (atomic_fetch_sub(&d->references, 1) == 1)
    free(d);
#endif
}

static struct document *document_current(void) {
  pthread_mutex_lock(&lock);
  struct document *d = current;
  atomic_fetch_add(&d->references, 1);
  pthread_mutex_unlock(&lock);
  return d;
}

static void document_publish(struct document *d) {
  pthread_mutex_lock(&lock);
  struct document *old = current;
  current = d;
  pthread_mutex_unlock(&lock);
  if (old != NULL)
    document_release(old);
}

static void *edit(void *unused) {
  (void)unused;
  for (int version = 1; version <= VERSIONS; version++)
    document_publish(document_new(version));
  return NULL;
}

static void *read_documents(void *unused) {
  (void)unused;
  int last = 0;
  while (last < VERSIONS) {
    struct document *d = document_current();
    int number;
    if (sscanf(d->text, "version %d", &number) == 1) {
      assert(number == d->version);
      assert(number >= last);
      last = number;
    }
    document_release(d);
  }
  return NULL;
}

int main(void) {
  pthread_t editor, readers[READERS];
  document_publish(document_new(0));
  if (pthread_create(&editor, NULL, edit, NULL) != 0) {
    fprintf(stderr, "cannot create the editor\n");
    exit(1);
  }
  for (int i = 0; i < READERS; i++) {
    if (pthread_create(&readers[i], NULL, read_documents, NULL) != 0) {
      fprintf(stderr, "cannot create a reader\n");
      exit(1);
    }
  }
  pthread_join(editor, NULL);
  for (int i = 0; i < READERS; i++)
    pthread_join(readers[i], NULL);
  document_release(current);
  return 0;
}
