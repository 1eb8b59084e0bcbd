// expect: TRUE
// flags: -msse2
#include <assert.h>
#include <emmintrin.h>
int main(void) {
  int sums[4];
  __m128i a = _mm_set_epi32(4, 3, 2, 1), b = _mm_set1_epi32(10);
  _mm_storeu_si128((__m128i *)sums, _mm_add_epi32(a, b));
  assert(sums[0] == 11 && sums[3] == 14);
  assert(_mm_movemask_epi8(_mm_cmpeq_epi8(a, a)) == 0xffff);
  assert(_mm_movemask_epi8(_mm_cmplt_epi32(a, _mm_set1_epi32(2))) == 0xf);
  __m128 c = _mm_set_ps(-4, 3, -2, 1), d = _mm_mul_ps(c, c);
  float squares[4];
  _mm_storeu_ps(squares, d);
  assert(squares[0] == 1 && squares[3] == 16 && _mm_movemask_ps(c) == 0xa);
  _mm_pause();
  _mm_mfence();
}
// SPDX-License-Identifier: Apache-2.0
