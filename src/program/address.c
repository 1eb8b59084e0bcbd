/* SPDX-License-Identifier: Apache-2.0 */
/* The address layout of address.h, as arithmetic. */
#include "program/address.h"

#include "base/hash.h"

/* LP64: the slices below 2^63, so that differences of addresses are positive as signed numbers. */
enum { LP64_SHIFT = 41, LP64_THREADS = (1 << 22) - 1, LP64_MAIN_OWN = 1 << 21 };

enum {
  ILP32_PROGRAM = 0x08000000,
  ILP32_MAIN = 0x40000000,
  ILP32_LARGE_COUNT = 128,
  ILP32_LARGE_SIZE = 8 << 20,
  ILP32_SMALL_SIZE = 256 << 10,
  ILP32_THREADS = 4096,
  ILP32_MAIN_OWN = 2048
};
static const uint64_t ilp32_large = 0x80000000u, ilp32_small = 0xc0000000u;

struct address_range address_of_program_objects(enum data_model model) {
  if (model == DATA_MODEL_ILP32)
    return (struct address_range){ILP32_PROGRAM, ILP32_MAIN};
  return (struct address_range){UINT64_C(1) << (LP64_SHIFT - 1), UINT64_C(1) << LP64_SHIFT};
}

static struct address_range slice(enum data_model model, uint32_t thread) {
  uint64_t start = 0, size = 0;
  if (model == DATA_MODEL_LP64) {
    if (thread < LP64_THREADS) {
      size = UINT64_C(1) << LP64_SHIFT;
      start = ((uint64_t)thread + 1) << LP64_SHIFT;
    }
  } else if (thread == 0) {
    start = ILP32_MAIN;
    size = ilp32_large - ILP32_MAIN;
  } else if (thread < ILP32_LARGE_COUNT) {
    size = ILP32_LARGE_SIZE;
    start = ilp32_large + (thread - 1) * size;
  } else if (thread < ILP32_THREADS) {
    size = ILP32_SMALL_SIZE;
    start = ilp32_small + (thread - ILP32_LARGE_COUNT) * size;
  }
  return (struct address_range){start, start + size};
}

struct address_range address_of_stack(enum data_model model, uint32_t thread) {
  struct address_range range = slice(model, thread);
  return (struct address_range){range.start, range.start + (range.end - range.start) / 2};
}

struct address_range address_of_heap(enum data_model model, uint32_t thread) {
  struct address_range range = slice(model, thread);
  return (struct address_range){range.start + (range.end - range.start) / 2, range.end};
}

uint64_t address_spacing(enum data_model model, uint32_t thread, bool heap) {
  enum { LEAST_OF_BLOCKS = 1024, LEAST_OF_SLOTS = 256 };
  struct address_range range = slice(model, thread);
  uint64_t half = (range.end - range.start) / 2, least = heap ? LEAST_OF_BLOCKS : LEAST_OF_SLOTS;
  uint64_t spacing = model == DATA_MODEL_LP64 ? half >> (heap ? 20 : 28) : half >> (heap ? 12 : 17);
  return spacing > least ? spacing : least;
}

bool address_find_thread(enum data_model model, uint64_t address, uint32_t *thread, bool *heap) {
  uint64_t number;
  if (model == DATA_MODEL_LP64) {
    number = (address >> LP64_SHIFT) - 1; /* program objects: wraps to none's */
    if (number >= LP64_THREADS)
      return false;
  } else if (address < ILP32_MAIN || address > UINT32_MAX) {
    return false;
  } else if (address < ilp32_large) {
    number = 0;
  } else if (address < ilp32_small) {
    number = 1 + (address - ilp32_large) / ILP32_LARGE_SIZE;
    if (number >= ILP32_LARGE_COUNT)
      return false;
  } else {
    number = ILP32_LARGE_COUNT + (address - ilp32_small) / ILP32_SMALL_SIZE;
    if (number >= ILP32_THREADS)
      return false;
  }
  *thread = (uint32_t)number;
  *heap = address >= address_of_heap(model, *thread).start;
  return true;
}

uint32_t address_thread_number(enum data_model model, uint32_t creator, uint32_t nth) {
  uint32_t own = model == DATA_MODEL_LP64 ? LP64_MAIN_OWN : ILP32_MAIN_OWN;
  uint32_t all = model == DATA_MODEL_LP64 ? LP64_THREADS : ILP32_THREADS;
  if (creator == 0) /* past its share there is no room: numbers beyond all others tell */
    return nth < own ? nth : all + (nth - own);
  return own + (uint32_t)(hash_combine(creator, nth) % (all - own));
}
