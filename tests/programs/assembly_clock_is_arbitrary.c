// expect: FALSE(reach)
// The time-stamp counter may have any value.
// engines: explicit
#include <assert.h>

int main(void) {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  assert(low != 12345 || high != 678 || __builtin_ia32_rdtsc() != 9);
  return 0;
}
