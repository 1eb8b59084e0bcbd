// expect: TRUE
/* The function gets the member, not what comes after it; a text that is const stays. */
#include <assert.h>
#include <stdlib.h>
void log_message(const char *format, ...);
struct queue {
  const char *title;
  char name[4];
  int length;
};

static void show(const struct queue *queue) { log_message("%s %d", queue->title, queue->length); }

int main(void) {
  struct queue queue = {"jobs", "a", 3}, *other = malloc(sizeof *other);
  if (!other)
    return 1;
  *other = queue;
  log_message("%s %s", queue.name, other->name);
  show(&queue);
  assert(queue.length == 3 && other->length == 3 && queue.title[0] == 'j');
  free(other);
}
// SPDX-License-Identifier: Apache-2.0
