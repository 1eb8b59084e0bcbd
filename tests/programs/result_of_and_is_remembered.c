// expect: TRUE
// properties: memory,race
// engines: static reference
// The ways of `next && next->key < key` meet before the branch that asks for the result: where it holds, next is not
// NULL. Which of two constant texts is read follows from the character that was found.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};
static struct node second = {2, NULL}, first = {1, &second};
static int key;

static const char *rest(void) { return "abcdef"; }

static int length(const char *text) {
  int i = 0;
  while (i < 20 && text[i] != '\0')
    i++;
  return i;
}

static void *find(void *unused) {
  struct node *before = NULL;
  for (struct node *next = &first; next && next->key < key; next = next->next)
    before = next;
  if (before && before->next)
    return before->next;
  return unused;
}

int main(void) {
  pthread_t thread;
  key = length(key ? "a" : rest());
  pthread_create(&thread, NULL, find, NULL);
  pthread_join(thread, NULL);
  return 0;
}
