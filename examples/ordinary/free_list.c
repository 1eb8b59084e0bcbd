// An allocator for blocks of one size, which are in a free list. Threads use it for linked lists of their own.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCKS 32
#define THREADS 4
#define ROUNDS 1000
#define LENGTH 10

struct block {
  struct block *next;
  char bytes[24];
};

struct allocator {
  pthread_mutex_t lock;
  struct block *memory;
  struct block *free_blocks;
  size_t in_use;
};

struct node {
  struct node *next;
  int number;
};

static struct allocator allocator = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int allocator_init(struct allocator *a, size_t count) {
  a->memory = malloc(count * sizeof *a->memory);
  if (a->memory == NULL)
    return -1;
  a->free_blocks = NULL;
  for (size_t i = 0; i < count; i++) {
    a->memory[i].next = a->free_blocks;
    a->free_blocks = &a->memory[i];
  }
  return 0;
}

static void *allocate(struct allocator *a) {
  pthread_mutex_lock(&a->lock);
  struct block *block = a->free_blocks;
  if (block != NULL) {
    a->free_blocks = block->next;
    a->in_use++;
  }
  pthread_mutex_unlock(&a->lock);
  return block;
}

static void release(struct allocator *a, void *memory) {
  struct block *block = memory;
#ifdef BUG
  block->next = a->free_blocks;
  pthread_mutex_lock(&a->lock);
#else
  pthread_mutex_lock(&a->lock);
  block->next = a->free_blocks;
#endif
  a->free_blocks = block;
  a->in_use--;
  pthread_mutex_unlock(&a->lock);
}

static void *use(void *argument) {
  int *failures = argument;
  for (int round = 0; round < ROUNDS; round++) {
    struct node *list = NULL;
    int length = 0;
    for (int i = 0; i < LENGTH; i++) {
      struct node *node = allocate(&allocator);
      if (node == NULL) {
        ++*failures;
        break;
      }
      node->number = length++;
      node->next = list;
      list = node;
    }
    while (list != NULL) {
      struct node *next = list->next;
      assert(list->number == --length);
      release(&allocator, list);
      list = next;
    }
    assert(length == 0);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int failures[THREADS] = {0};
  if (allocator_init(&allocator, BLOCKS) != 0) {
    perror("allocator_init");
    return 1;
  }
  for (int i = 0; i < THREADS; i++) {
    if (pthread_create(&threads[i], NULL, use, &failures[i]) != 0) {
      fprintf(stderr, "cannot create thread %d\n", i);
      exit(1);
    }
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    printf("thread %d: %d failures\n", i, failures[i]);
  }
  assert(allocator.in_use == 0);
  free(allocator.memory);
  return 0;
}
