/* Counting and swapping bits. */
#include <stdint.h>
#include <stdio.h>

int main(void) {
  static const uint64_t values[] = {1, 2, 3, 0x80, 0xff00, 0x80000000u, 0x123456789abcdef0ull,
                                    ~0ull, 1ull << 63, 0x0f0f0f0f0f0f0f0full};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    uint64_t v = values[i];
    uint32_t w = (uint32_t)v;
    printf("%d %d %d %d %d", __builtin_clzll(v), __builtin_ctzll(v), __builtin_popcountll(v),
           __builtin_parityll(v), __builtin_ffsll((long long)v));
    if (w)
      printf(" %d %d", __builtin_clz(w), __builtin_ctz(w));
    printf(" %d %d %d\n", __builtin_popcount(w), __builtin_parity(w), __builtin_ffs((int)w));
    printf("%llx %x %x\n", (unsigned long long)__builtin_bswap64(v), __builtin_bswap32(w),
           __builtin_bswap16((uint16_t)v));
    printf("%d %d\n", __builtin_clrsbll((long long)v), __builtin_clrsb((int)w));
    printf("%x %llx\n", __builtin_bitreverse32(w),
           (unsigned long long)__builtin_bitreverse64(v));
    printf("%x %x %llx\n", __builtin_rotateleft32(w, 7), __builtin_rotateright32(w, 3),
           (unsigned long long)__builtin_rotateleft64(v, 33));
  }
  printf("%d %d\n", __builtin_abs(-5), (int)__builtin_labs(-6l));
  printf("%d\n", __builtin_popcountl(0xfful));
  return __builtin_ffs(0) + __builtin_clz(1);
}
// SPDX-License-Identifier: Apache-2.0
