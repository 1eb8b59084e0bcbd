/* SPDX-License-Identifier: Apache-2.0 */
/* hash_bytes: each round a multiply and a fold of the 128-bit product; long inputs run through four
 * independent lanes, because a multiply waits for the one before it. */
#include "base/hash.h"

#include <string.h>

static uint64_t fold(uint64_t a, uint64_t b) {
  __extension__ unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t word_at(const unsigned char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  return word;
}

uint64_t hash_bytes(const void *data, size_t size) {
  static const uint64_t odd = 0x9e3779b97f4a7c15u;
  const unsigned char *bytes = data;
  uint64_t hash = 0x243f6a8885a308d3u ^ size;
  if (size >= 64) {
    uint64_t lanes[4] = {hash, hash ^ 1, hash ^ 2, hash ^ 3};
    for (; size >= 32; bytes += 32, size -= 32)
      for (int i = 0; i < 4; i++)
        lanes[i] = fold(lanes[i] ^ word_at(bytes + 8 * i), odd);
    hash = lanes[0];
    for (int i = 1; i < 4; i++)
      hash = fold(hash ^ lanes[i], odd);
  }
  for (; size >= 8; bytes += 8, size -= 8)
    hash = fold(hash ^ word_at(bytes), odd);
  uint64_t tail = 0;
  if (size && bytes != data) /* with bytes before them: a load is faster than a copy */
    tail = word_at(bytes + size - 8);
  else if (size)
    memcpy(&tail, bytes, size);
  return hash_mix(fold(hash ^ tail, 0xd6e8feb86659fd93u));
}
