/* SPDX-License-Identifier: Apache-2.0 */
/* The address space: which part belongs to what. Addresses of a thread's objects depend only on the
 * thread and its own history, and the thread's number only on its creator and how many it created
 * before, so that independent allocations and creations commute.
 *
 *   LP64                                   ILP32
 *   0                    never valid       0
 *   0x0000_0100_0000_0000 program objects  0x0800_0000
 *   thread n: 2^41 bytes from (n + 1) << 41: records and stack below, heap in the upper half;
 *   ILP32: main has 0x4000_0000 .. 0x7fff_ffff, threads 1 .. 127 have 8 MiB each from 0x8000_0000,
 *   threads 128 .. 4095 have 256 KiB each from 0xc000_0000. */
#ifndef PROGRAM_ADDRESS_H
#define PROGRAM_ADDRESS_H

#include "program/program.h"

struct address_range {
  uint64_t start, end;
};

enum { ADDRESS_GAP = 16 }; /* unused bytes between two objects, at least */

struct address_range address_of_program_objects(enum data_model model);
/* Those of threads begin here. */
static inline uint64_t address_of_threads(enum data_model model) {
  return model == DATA_MODEL_LP64 ? UINT64_C(1) << 41 : UINT64_C(0x40000000);
}
/* The record is at the start of the stack range. Empty if there is no room for such a thread. */
struct address_range address_of_stack(enum data_model model, uint32_t thread);
struct address_range address_of_heap(enum data_model model, uint32_t thread);
/* The distance of objects where freed addresses come back, so that a larger object fits around
 * each.
 */
uint64_t address_spacing(enum data_model model, uint32_t thread, bool heap);
/* Which thread's range an address is in; false: none's. */
bool address_find_thread(enum data_model model, uint64_t address, uint32_t *thread, bool *heap);
/* The number a new thread should get: of the `nth` (from 1) creation by thread `creator`; main is
 * 0. Main's n-th thread is n. Others get a number of their own range, and the caller moves on to
 * the next one if it is taken. */
uint32_t address_thread_number(enum data_model model, uint32_t creator, uint32_t nth);

#endif
