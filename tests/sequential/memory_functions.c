/* memcpy, memmove, memset on overlapping and odd pieces. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned checksum(const void *data, size_t size) {
  const unsigned char *p = data;
  unsigned a = 1, b = 0;
  while (size--) {
    a = (a + *p++) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

struct mixed {
  int a;
  double b;
  char c[5];
};

int main(void) {
  unsigned char buffer[64], copy[64];
  for (int i = 0; i < 64; i++)
    buffer[i] = (unsigned char)(i * 7 + 3);
  memcpy(copy, buffer, sizeof copy);
  for (int distance = -9; distance <= 9; distance += 3)
    for (int size = 0; size < 30; size += 7) {
      memcpy(buffer, copy, sizeof buffer);
      memmove(buffer + 20 + distance, buffer + 20, (size_t)size);
      printf("%x ", checksum(buffer, sizeof buffer));
    }
  printf("\n");
  memset(buffer + 3, 0xab, 11);
  memset(buffer + 40, -1, 1);
  memset(buffer, 0, 0);
  printf("%x\n", checksum(buffer, sizeof buffer));
  struct mixed m = {1, 2.5, "four"}, n;
  memset(&n, 0, sizeof n);
  memcpy(&n, &m, sizeof m);
  printf("%d %g %s\n", n.a, n.b, n.c);
  memset(&m, 0, sizeof m);
  printf("%d %g %d\n", m.a, m.b, m.c[0]);
  int *numbers = malloc(10 * sizeof *numbers);
  memset(numbers, 0xff, 10 * sizeof *numbers);
  printf("%d\n", numbers[9]);
  memcpy(numbers + 5, (int[]){1, 2, 3}, 3 * sizeof(int));
  memmove(numbers + 6, numbers + 5, 3 * sizeof(int));
  printf("%d %d %d %d\n", numbers[5], numbers[6], numbers[7], numbers[8]);
  free(numbers);
  return memcmp(copy, copy + 1, 10) < 0;
}
// SPDX-License-Identifier: Apache-2.0
