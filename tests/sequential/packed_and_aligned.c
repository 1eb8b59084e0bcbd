/* Attributes that change the layout. */
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) packed {
  char a;
  int b;
  short c;
  long long d;
};
struct aligned {
  char a;
  alignas(16) int b;
};
#pragma pack(push, 2)
struct two {
  char a;
  int b;
  double c;
};
#pragma pack(pop)
struct __attribute__((packed)) packed_bits {
  unsigned a : 3;
  unsigned b : 17;
  unsigned long long c : 41;
  char d;
};

int main(void) {
  struct packed p = {1, -2, 3, -4};
  printf("%d %d %d\n", (int)sizeof p, (int)offsetof(struct packed, b),
         (int)offsetof(struct packed, d));
  p.b *= 1000;
  p.d += p.b;
  printf("%d %d %d %lld\n", p.a, p.b, p.c, (long long)p.d);
  struct packed array[3];
  memset(array, 0, sizeof array);
  array[1].d = 0x1122334455667788;
  array[2] = p;
  printf("%llx %d %d\n", (unsigned long long)array[1].d, array[2].c, (int)sizeof array);
  printf("%x\n", ((unsigned char *)&array[1])[7]);
  struct aligned al = {'x', 5};
  printf("%d %d %d\n", (int)sizeof al, (int)offsetof(struct aligned, b),
         (int)((uintptr_t)&al.b % 16));
  struct two t = {1, 2, 3.5};
  printf("%d %d %g\n", (int)sizeof t, (int)offsetof(struct two, b), t.b + t.c);
  struct packed_bits b = {7, 0x1ffff, 0x1ffffffffffull, 'z'};
  b.b--;
  b.c /= 3;
  printf("%d %d %x %llx %c\n", (int)sizeof b, b.a, b.b, (unsigned long long)b.c, b.d);
  alignas(64) char buffer[3] = "ok";
  printf("%s %d\n", buffer, (int)((uintptr_t)buffer % 64));
  return (int)sizeof(struct two);
}
// SPDX-License-Identifier: Apache-2.0
