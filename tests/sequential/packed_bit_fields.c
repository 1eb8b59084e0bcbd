/* Bit fields of packed structs lie in numbers of odd and large widths. */
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
struct a {
  signed f0 : 19;
  signed f1 : 28;
  unsigned f2 : 14;
  unsigned f3 : 2;
  signed f4 : 9;
};
struct b {
  unsigned long long f0 : 50, f1 : 50, f2 : 50;
  signed char f3 : 3;
};
struct c {
  unsigned x : 31, y : 31, z : 31, w : 31;
  short tail;
};
#pragma pack(pop)

static unsigned hash(const void *p, size_t n) {
  const unsigned char *bytes = p;
  unsigned h = 1;
  for (size_t i = 0; i < n; i++)
    h = h * 31 + bytes[i];
  return h;
}

static struct a globals[3] = {{-262144, 134217727, 16383, 3, -256}, {1, -2, 3, 0, 5}};
static struct b single = {1ull << 49, 0x3ffffffffffff, 12345678901234, -4};

static struct c rotate(struct c v) {
  struct c r = {v.y, v.z, v.w, v.x, (short)-v.tail};
  return r;
}

int main(void) {
  printf("%d %d %d\n", (int)sizeof(struct a), (int)sizeof(struct b), (int)sizeof(struct c));
  globals[2] = globals[0];
  for (int i = 0; i < 3; i++) {
    struct a *v = &globals[i];
    v->f1 -= 5;
    v->f2 += (unsigned)i;
    v->f3++;
    v->f4 = v->f4 * 2 + 1;
    printf("%d %d %d %d %d\n", v->f0, v->f1, v->f2, v->f3, v->f4);
  }
  printf("%u\n", hash(globals, sizeof globals));
  single.f1 += 2;
  single.f0 >>= 3;
  single.f2 = single.f0 ^ single.f2;
  single.f3 = 3;
  printf("%llx %llx %llx %d\n", (unsigned long long)single.f0, (unsigned long long)single.f1,
         (unsigned long long)single.f2, single.f3);
  struct c v = {0x7fffffff, 0x12345678, 1, 0x55555555, 300};
  for (int i = 0; i < 3; i++) {
    v = rotate(v);
    printf("%x %x %x %x %d %u\n", v.x, v.y, v.z, v.w, v.tail, hash(&v, 15));
  }
  return (int)(v.x & 0x7f);
}
// SPDX-License-Identifier: Apache-2.0
