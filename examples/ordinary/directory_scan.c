// Counts the zero bytes in the files of the current directory. main lists the files; threads read them.
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define THREADS 3

struct file {
  struct file *next;
  char *name;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct file *files;
static int is_complete;
static unsigned long listed, scanned, bytes, zeros;

static void add_file(const char *name) {
  struct file *file = malloc(sizeof *file);
  char *copy = strdup(name);
  if (file == NULL || copy == NULL) {
    perror("malloc");
    exit(1);
  }
  file->name = copy;
  pthread_mutex_lock(&lock);
  listed++;
  file->next = files;
  files = file;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

static struct file *next_file(void) {
  pthread_mutex_lock(&lock);
#ifdef BUG
  if (files == NULL && !is_complete)
#else
  while (files == NULL && !is_complete)
#endif
    pthread_cond_wait(&changed, &lock);
  struct file *file = files;
  if (file != NULL)
    files = file->next;
  pthread_mutex_unlock(&lock);
  return file;
}

static void scan(const char *name) {
  char buffer[512];
  unsigned long length = 0, zero = 0;
  ssize_t n = -1;
  int fd = open(name, O_RDONLY);
  if (fd >= 0) {
    while ((n = read(fd, buffer, sizeof buffer)) > 0) {
      length += (unsigned long)n;
      for (ssize_t i = 0; i < n; i++)
        zero += buffer[i] == 0;
    }
  }
  if (n < 0)
    perror(name);
  if (fd >= 0)
    close(fd);
  pthread_mutex_lock(&lock);
  scanned++;
  bytes += length;
  zeros += zero;
  pthread_mutex_unlock(&lock);
}

static void *run(void *unused) {
  (void)unused;
  struct file *file;
  while ((file = next_file()) != NULL) {
    scan(file->name);
    free(file->name);
    free(file);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  DIR *directory = opendir(".");
  if (directory == NULL) {
    perror(".");
    return 1;
  }
  for (int i = 0; i < THREADS; i++) {
    if (pthread_create(&threads[i], NULL, run, NULL) != 0) {
      fprintf(stderr, "cannot create a thread\n");
      exit(1);
    }
  }
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    if (entry->d_name[0] != '.')
      add_file(entry->d_name);
  closedir(directory);
  pthread_mutex_lock(&lock);
  is_complete = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  assert(scanned == listed);
  printf("%lu of %lu bytes are zero\n", zeros, bytes);
  return 0;
}
