/* Arbitrary precision by hand. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 24 };
struct big {
  uint32_t w[WORDS];
};

static void multiply(struct big *b, uint32_t n) {
  uint64_t carry = 0;
  for (int i = 0; i < WORDS; i++) {
    carry += (uint64_t)b->w[i] * n;
    b->w[i] = (uint32_t)carry;
    carry >>= 32;
  }
}

static uint32_t divide(struct big *b, uint32_t n) {
  uint64_t rest = 0;
  for (int i = WORDS; i-- > 0;) {
    rest = rest << 32 | b->w[i];
    b->w[i] = (uint32_t)(rest / n);
    rest %= n;
  }
  return (uint32_t)rest;
}

static void add(struct big *a, const struct big *b) {
  uint64_t carry = 0;
  for (int i = 0; i < WORDS; i++) {
    carry += (uint64_t)a->w[i] + b->w[i];
    a->w[i] = (uint32_t)carry;
    carry >>= 32;
  }
}

static int is_zero(const struct big *b) {
  for (int i = 0; i < WORDS; i++)
    if (b->w[i])
      return 0;
  return 1;
}

static void show(struct big b) {
  char text[256];
  int at = sizeof text;
  text[--at] = '\0';
  do
    text[--at] = (char)('0' + divide(&b, 10));
  while (!is_zero(&b));
  printf("%s %d\n", text + at, (int)strlen(text + at));
}

int main(void) {
  struct big f = {{1}};
  for (uint32_t i = 2; i <= 60; i++)
    multiply(&f, i);
  show(f);
  struct big a = {{0}}, b = {{1}};
  for (int i = 0; i < 300; i++) {
    struct big c = a;
    add(&c, &b);
    a = b;
    b = c;
  }
  show(a);
  struct big p = {{1}};
  for (int i = 0; i < 100; i++)
    multiply(&p, 7);
  show(p);
  return (int)divide(&p, 97);
}
// SPDX-License-Identifier: Apache-2.0
