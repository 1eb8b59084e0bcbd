/* hash_bytes: eight bytes a round, each round a multiply and a fold of the 128-bit product. */
#include "base/hash.h"

#include <string.h>

static uint64_t fold(uint64_t a, uint64_t b) {
  __extension__ unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

uint64_t hash_bytes(const void *data, size_t size) {
  const unsigned char *bytes = data;
  uint64_t hash = 0x243f6a8885a308d3u ^ size;
  for (; size >= 8; bytes += 8, size -= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    hash = fold(hash ^ word, 0x9e3779b97f4a7c15u);
  }
  uint64_t tail = 0;
  if (size)
    memcpy(&tail, bytes, size);
  return hash_mix(fold(hash ^ tail, 0xd6e8feb86659fd93u));
}
