/* Random numbers: any in the range of the function, whatever the seed. */
#include "heddle.h"

#include <stddef.h>

enum { LARGEST = 0x7fffffff };

static int arbitrary(void) { return (int)(__heddle_nondet_u32() & LARGEST); }

int rand(void) { return arbitrary(); }

void srand(unsigned seed) { (void)seed; }

/* Two threads that share a seed race. */
int rand_r(unsigned *seed) {
  *seed = *seed * 1103515245u + 12345u;
  return arbitrary();
}

long random(void) { return arbitrary(); }

void srandom(unsigned seed) { (void)seed; }

static double arbitrary_fraction(void) {
  return (double)(__heddle_nondet_u64() >> 16) / (double)(1ull << 48);
}

double drand48(void) { return arbitrary_fraction(); }

double erand48(unsigned short state[3]) {
  state[0]++;
  return arbitrary_fraction();
}

long lrand48(void) { return arbitrary(); }

long mrand48(void) { return (int)__heddle_nondet_u32(); }

void srand48(long seed) { (void)seed; }

unsigned arc4random(void) { return __heddle_nondet_u32(); }

unsigned arc4random_uniform(unsigned limit) {
  return limit < 2 ? 0 : __heddle_nondet_u32() % limit;
}

__PTRDIFF_TYPE__ getrandom(void *to, size_t size, unsigned flags) {
  (void)flags;
  for (size_t i = 0; i < size; i++)
    ((unsigned char *)to)[i] = __heddle_nondet_u8();
  return (__PTRDIFF_TYPE__)size;
}
