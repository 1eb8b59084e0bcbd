/* Objects of several kilobytes, copied whole and in parts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct page {
  unsigned char bytes[512];
  int used;
};
struct book {
  struct page pages[8];
  int count;
};

static unsigned hash(const void *data, size_t size) {
  unsigned h = 5381;
  for (const unsigned char *p = data; size--; p++)
    h = h * 33 + *p;
  return h;
}

static struct page make(int seed) {
  struct page p;
  for (int i = 0; i < 512; i++)
    p.bytes[i] = (unsigned char)(i * seed);
  p.used = seed;
  return p;
}

static int total(struct book b) {
  int sum = 0;
  for (int i = 0; i < b.count; i++)
    sum += b.pages[i].used + b.pages[i].bytes[100];
  b.count = 0;
  return sum;
}

static struct book global;
static int table[1000] = {[999] = 7};

int main(void) {
  struct book *b = calloc(1, sizeof *b);
  for (int i = 0; i < 8; i++)
    b->pages[b->count++] = make(i + 1);
  printf("%d %d\n", total(*b), b->count);
  global = *b;
  b->pages[3] = b->pages[5];
  printf("%d %d\n", total(global), total(*b));
  printf("%u\n", hash(global.pages[7].bytes, 512));
  memmove(&global.pages[1], &global.pages[0], 3 * sizeof(struct page));
  printf("%d %d %d\n", global.pages[1].used, global.pages[3].used, global.pages[4].used);
  for (int i = 1; i < 1000; i++)
    table[i] += table[i - 1] + i;
  printf("%d\n", table[999]);
  int local[50][20];
  memset(local, 0, sizeof local);
  for (int i = 0; i < 50; i++)
    local[i][i % 20] = i;
  printf("%u\n", hash(local, sizeof local));
  free(b);
  return global.count;
}
// SPDX-License-Identifier: Apache-2.0
