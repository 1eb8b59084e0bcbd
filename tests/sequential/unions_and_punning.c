/* One object, several views. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union number {
  uint8_t bytes[8];
  uint16_t halves[4];
  uint32_t words[2];
  uint64_t whole;
  double real;
  float reals[2];
};

union tagged {
  struct {
    int kind;
    int value;
  } i;
  struct {
    int kind;
    float value;
  } f;
};

static void show(const union tagged *t) {
  if (t->i.kind == 0)
    printf("int %d\n", t->i.value);
  else
    printf("float %g\n", t->f.value);
}

int main(void) {
  union number n = {.whole = 0x0123456789abcdefull};
  for (int i = 0; i < 8; i++)
    printf("%02x ", n.bytes[i]);
  printf("\n%04x %08x\n", n.halves[1], n.words[1]);
  n.real = 1.0;
  printf("%llx\n", (unsigned long long)n.whole);
  n.words[1] |= 0x80000000u;
  printf("%g\n", n.real);
  n.reals[0] = 0.5f;
  n.reals[1] = -2.0f;
  printf("%x %x\n", n.words[0], n.words[1]);
  n.bytes[3] = 0x40;
  printf("%g\n", n.reals[0]);
  union tagged a = {.i = {0, 42}}, b = {.f = {1, 2.5f}};
  show(&a);
  show(&b);
  b = a;
  show(&b);
  float f = 3.14159f;
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  printf("%08x %d\n", bits, (int)sizeof(union number));
  return n.bytes[7];
}
// SPDX-License-Identifier: Apache-2.0
