/* Fallthrough, ranges, defaults in the middle, 64-bit and negative cases, nesting. */
#include <stdio.h>

static int fall(int n) {
  int r = 0;
  switch (n) {
  case 0:
    r += 1;
  case 1:
    r += 10;
    break;
  default:
    r += 100;
  case -1:
    r += 1000;
  case 2:
    r += 10000;
  }
  return r;
}

static const char *class(int c) {
  switch (c) {
  case '0' ... '9':
    return "digit";
  case 'a' ... 'z':
  case 'A' ... 'Z':
    return "letter";
  case -128 ... -1:
    return "negative";
  default:
    return "other";
  }
}

static int wide(unsigned long long n) {
  switch (n) {
  case 1ull << 40:
    return 1;
  case 0xffffffffffffffffull:
    return 2;
  case (1ull << 40) + 1:
    return 3;
  }
  return 0;
}

static int nested(int a, int b) {
  switch (a) {
  case 1:
    switch (b) {
    case 1:
      return 11;
    default:
      break;
    }
    return 10;
  case 2:
    for (int i = 0;; i++)
      switch (i) {
      case 3:
        return 20 + i;
      default:
        continue;
      }
  }
  return -1;
}

int main(void) {
  for (int i = -2; i < 4; i++)
    printf("%d ", fall(i));
  printf("\n%s %s %s %s %s\n", class('5'), class('q'), class('Z'), class(-5), class('#'));
  printf("%d %d %d %d\n", wide(1ull << 40), wide(-1), wide((1ull << 40) + 1), wide(1));
  printf("%d %d %d %d\n", nested(1, 1), nested(1, 2), nested(2, 0), nested(3, 0));
  unsigned char c = 255;
  switch (c + 1) {
  case 0:
    printf("wrapped\n");
    break;
  case 256:
    printf("promoted\n");
  }
  switch (1) {
    int skipped;
  case 1:
    skipped = 6;
    printf("%d\n", skipped);
  }
  return fall(5) & 0xff;
}
// SPDX-License-Identifier: Apache-2.0
