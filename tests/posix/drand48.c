// The sequences that POSIX prescribes, without a seed, with one, and with other factors.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  unsigned short own[3] = {1, 2, 3}, all[7] = {1, 2, 3, 4, 5, 6, 7}, *old;
  printf("%ld\n", lrand48());
  printf("%ld\n", mrand48());
  srand48(42);
  printf("%ld\n", lrand48());
  printf("%ld\n", mrand48());
  printf("%d\n", drand48() < 0.5);
  printf("%ld\n", nrand48(own));
  printf("%ld\n", jrand48(own));
  old = seed48(own);
  printf("%d %d %d\n", old[0], old[1], old[2]);
  printf("%ld\n", lrand48());
  lcong48(all);
  printf("%ld\n", lrand48());
  printf("%ld\n", mrand48());
  srand48(42);
  printf("%ld\n", lrand48());
  return 0;
}
