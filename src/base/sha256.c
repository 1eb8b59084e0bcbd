/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the digest block by block. The constants are computed from their definition: the first
 * bits of the fractional parts of square and cube roots of primes. */
#include "base/sha256.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, WORDS = 8 };

struct sha256 {
  uint32_t state[WORDS], constants[ROUNDS];
  unsigned char block[BLOCK];
  uint64_t size; /* bytes so far */
};

__extension__ typedef unsigned __int128 wide;

/* The largest r with r^power <= n. */
static uint64_t root(wide n, unsigned power) {
  uint64_t result = 0;
  for (int bit = 36; bit >= 0; bit--) {
    uint64_t candidate = result | (uint64_t)1 << bit;
    wide product = candidate;
    for (unsigned i = 1; i < power; i++)
      product *= candidate;
    if (product <= n)
      result = candidate;
  }
  return result;
}

static bool is_prime(unsigned n) {
  for (unsigned i = 2; i * i <= n; i++)
    if (n % i == 0)
      return false;
  return true;
}

static void start(struct sha256 *sha) {
  memset(sha, 0, sizeof *sha);
  unsigned prime = 2;
  for (unsigned i = 0; i < ROUNDS; prime++) {
    if (!is_prime(prime))
      continue;
    if (i < WORDS)
      sha->state[i] = (uint32_t)root((wide)prime << 64, 2);
    sha->constants[i++] = (uint32_t)root((wide)prime << 96, 3);
  }
}

static uint32_t rotate(uint32_t x, unsigned by) { return x >> by | x << (32 - by); }

static void expand(uint32_t words[ROUNDS], const unsigned char *block) {
  for (size_t i = 0; i < 16; i++)
    words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  for (size_t i = 16; i < ROUNDS; i++) {
    uint32_t a = words[i - 15], b = words[i - 2];
    words[i] = words[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + words[i - 7] +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
  }
}

static void compress(struct sha256 *sha) {
  uint32_t words[ROUNDS], v[WORDS];
  expand(words, sha->block);
  memcpy(v, sha->state, sizeof v);
  for (size_t i = 0; i < ROUNDS; i++) {
    uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
    uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    uint32_t first = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) + choice +
                     sha->constants[i] + words[i];
    uint32_t second = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) + majority;
    memmove(v + 1, v, (WORDS - 1) * sizeof *v);
    v[4] += first;
    v[0] = first + second;
  }
  for (size_t i = 0; i < WORDS; i++)
    sha->state[i] += v[i];
}

static void add(struct sha256 *sha, const unsigned char *data, size_t size) {
  for (size_t i = 0; i < size; i++) {
    sha->block[sha->size++ % BLOCK] = data[i];
    if (sha->size % BLOCK == 0)
      compress(sha);
  }
}

static void finish(struct sha256 *sha, char digest[SHA256_TEXT]) {
  uint64_t bits = sha->size * 8;
  unsigned char length[8];
  for (size_t i = 0; i < sizeof length; i++)
    length[i] = (unsigned char)(bits >> (56 - 8 * i));
  static const unsigned char one = 0x80, zero = 0;
  add(sha, &one, 1);
  while (sha->size % BLOCK != BLOCK - sizeof length)
    add(sha, &zero, 1);
  add(sha, length, sizeof length);
  for (size_t i = 0; i < WORDS; i++)
    snprintf(digest + 8 * i, 9, "%08x", sha->state[i]);
}

void sha256_of_bytes(const void *data, size_t size, char digest[SHA256_TEXT]) {
  struct sha256 sha;
  start(&sha);
  add(&sha, data, size);
  finish(&sha, digest);
}

bool sha256_of_file(const char *path, char digest[SHA256_TEXT]) {
  FILE *file = fopen(path, "rbe");
  if (!file)
    return false;
  struct sha256 sha;
  start(&sha);
  unsigned char buffer[1 << 14];
  for (size_t count; (count = fread(buffer, 1, sizeof buffer, file)) > 0;)
    add(&sha, buffer, count);
  bool fine = !ferror(file);
  int error = errno;
  fclose(file);
  errno = error;
  finish(&sha, digest);
  return fine;
}
