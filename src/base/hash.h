/* SPDX-License-Identifier: Apache-2.0 */
/* Hash functions: fast, seedless, the same on every run. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t hash_bytes(const void *data, size_t size);

static inline uint64_t hash_mix(uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  return x ^ (x >> 32);
}

static inline uint64_t hash_combine(uint64_t seed, uint64_t x) {
  return hash_mix(seed * 0x9e3779b97f4a7c15u + x);
}

#endif
