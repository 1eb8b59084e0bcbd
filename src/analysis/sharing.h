/* SPDX-License-Identifier: Apache-2.0 */
/* The memory that more than one thread can access, from points-to sets. All other memory is private
 * to main or to the thread that allocated it. An address that leaves the bounds of its object, or
 * that comes from an uninitialised value, does not count as an address of another object: users of
 * these facts must detect such accesses themselves. */
#ifndef ANALYSIS_SHARING_H
#define ANALYSIS_SHARING_H

#include "program/program.h"

struct sharing;
struct sharing *sharing_create(const struct program *program);
void sharing_destroy(struct sharing *sharing);

/* A variable of program.objects: private ones only main's thread accesses. One of
 * program.thread_locals: other threads may have its address. */
bool sharing_of_object(const struct sharing *sharing, const struct object *object);
/* A stack slot or heap block: private ones only the thread accesses that executes the edge. */
bool sharing_of_allocation(const struct sharing *sharing, const struct edge *allocate);
/* Does anything but its initialisation ever write the variable? */
bool sharing_is_written(const struct sharing *sharing, const struct object *object);

#define SHARING_ANY_FUNCTION SIZE_MAX
/* The lowered functions a CALL edge may reach: fills at most `most` of them and returns how many
 * there are, or SHARING_ANY_FUNCTION if the address may be anything (arbitrary input). */
size_t sharing_callees(const struct sharing *sharing, const struct edge *call,
                       const struct function **out, size_t most);

/* The same for the functions a SPAWN edge may start. */
size_t sharing_started(const struct sharing *sharing, const struct edge *spawn,
                       const struct function **out, size_t most);

/* Objects by number: program.objects by their index, then one for the records and thread-locals of
 * all threads, then one for each ALLOCATE edge that can be reached. */
uint32_t sharing_object_count(const struct sharing *sharing);
uint32_t sharing_record(const struct sharing *sharing);
bool sharing_find_allocation(const struct sharing *sharing, const struct edge *allocate,
                             uint32_t *number);
bool sharing_is_shared(const struct sharing *sharing, uint32_t number);
/* Adds what a term of a function may point to to a set of one bit per object, in words of 64. */
void sharing_add_pointees(const struct sharing *sharing, const struct function *function,
                          const struct term *term, uint64_t *set);

/* May the register hold an address that the program made of numbers, and accesses? */
bool sharing_is_made(const struct sharing *sharing, const struct function *function,
                     uint32_t number);

/* The same without what an arbitrary number may happen to point to. */
void sharing_add_copied(const struct sharing *sharing, const struct function *function,
                        const struct term *term, uint64_t *set);

/* Adds what the objects of a set may hold the addresses of to another set. */
void sharing_add_contents(const struct sharing *sharing, const uint64_t *objects, uint64_t *set);

#endif
