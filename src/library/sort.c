/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting and searching arrays. The sort is a stable merge sort, like glibc's: elements that
 * compare equal keep their order. */
#include "heddle.h"
#include "reused.h"

#include <stddef.h>
#include <string.h>

typedef int comparison(const void *a, const void *b);
typedef int comparison_with(const void *a, const void *b, void *argument);

struct order {
  comparison *plain;
  comparison_with *with;
  void *argument;
};

static int compare(const struct order *order, const void *a, const void *b) {
  return order->plain != NULL ? order->plain(a, b) : order->with(a, b, order->argument);
}

/* Sorts `count` elements at `start`, with room for half of them at `scratch`. */
static void sort(char *start, size_t count, size_t size, const struct order *order, char *scratch) {
  if (count < 2)
    return;
  size_t half = count / 2;
  char *middle = start + half * size, *end = start + count * size, *to = start;
  sort(start, half, size, order, scratch);
  sort(middle, count - half, size, order, scratch);
  if (compare(order, middle - size, middle) <= 0)
    return;
  __heddle_copy(scratch, start, half * size);
  char *left = scratch, *left_end = scratch + half * size, *right = middle;
  while (left < left_end) {
    if (right < end && compare(order, left, right) > 0) {
      __heddle_copy(to, right, size);
      right += size;
    } else {
      __heddle_copy(to, left, size);
      left += size;
    }
    to += size;
  }
}

static void sort_array(void *array, size_t count, size_t size, const struct order *order) {
  if (count < 2 || size == 0)
    return;
  char *scratch = allocate_block(count / 2 * size, 16, 0);
  sort(array, count, size, order, scratch);
  free_block(scratch);
}

void qsort(void *array, size_t count, size_t size, comparison *order) {
  sort_array(array, count, size, &(struct order){order, NULL, NULL});
}

void qsort_r(void *array, size_t count, size_t size, comparison_with *order, void *argument) {
  sort_array(array, count, size, &(struct order){NULL, order, argument});
}

void *bsearch(const void *wanted, const void *array, size_t count, size_t size, comparison *order) {
  const char *start = array;
  while (count > 0) {
    const char *middle = start + count / 2 * size;
    int sign = order(wanted, middle);
    if (sign == 0)
      return (void *)middle;
    if (sign > 0) {
      start = middle + size;
      count -= count / 2 + 1;
    } else {
      count /= 2;
    }
  }
  return NULL;
}

void *lfind(const void *wanted, const void *array, size_t *count, size_t size, comparison *order) {
  for (size_t i = 0; i < *count; i++) {
    const char *element = (const char *)array + i * size;
    if (order(wanted, element) == 0)
      return (void *)element;
  }
  return NULL;
}

/* Appends it to the others if it is not there. */
void *lsearch(const void *wanted, void *array, size_t *count, size_t size, comparison *order) {
  void *found = lfind(wanted, array, count, size, order);
  if (found != NULL)
    return found;
  found = (char *)array + *count * size;
  memcpy(found, wanted, size);
  ++*count;
  return found;
}
