/* Inheritance by hand: tables of functions, containers of members. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define container_of(pointer, type, member)                                                        \
  ((type *)(void *)((char *)(pointer)-offsetof(type, member)))

struct shape;
struct shape_class {
  const char *name;
  double (*area)(const struct shape *);
  void (*scale)(struct shape *, double);
};
struct shape {
  const struct shape_class *class;
  struct shape *next;
};
struct rectangle {
  double width, height;
  struct shape base;
};
struct square {
  struct rectangle rectangle;
  int id;
};

static double rectangle_area(const struct shape *s) {
  const struct rectangle *r = container_of(s, struct rectangle, base);
  return r->width * r->height;
}
static void rectangle_scale(struct shape *s, double k) {
  struct rectangle *r = container_of(s, struct rectangle, base);
  r->width *= k;
  r->height *= k;
}
static void square_scale(struct shape *s, double k) {
  rectangle_scale(s, k);
  container_of(s, struct square, rectangle.base)->id++;
}
static const struct shape_class rectangle_class = {"rectangle", rectangle_area, rectangle_scale};
static const struct shape_class square_class = {"square", rectangle_area, square_scale};

static struct shape *add(struct shape *list, struct shape *s, const struct shape_class *class) {
  s->class = class;
  s->next = list;
  return s;
}

int main(void) {
  struct shape *list = NULL;
  struct square *q = calloc(1, sizeof *q);
  q->rectangle.width = q->rectangle.height = 3;
  for (int i = 1; i <= 3; i++) {
    struct rectangle *r = malloc(sizeof *r);
    r->width = i;
    r->height = i + 0.5;
    list = add(list, &r->base, &rectangle_class);
  }
  list = add(list, &q->rectangle.base, &square_class);
  double total = 0;
  for (struct shape *s = list; s; s = s->next) {
    s->class->scale(s, 2);
    printf("%s %g\n", s->class->name, s->class->area(s));
    total += s->class->area(s);
  }
  int id = q->id;
  printf("%g %d\n", total, id);
  while (list) {
    struct shape *next = list->next;
    if (list->class == &square_class)
      free(container_of(list, struct square, rectangle.base));
    else
      free(container_of(list, struct rectangle, base));
    list = next;
  }
  return (int)total;
}
// SPDX-License-Identifier: Apache-2.0
