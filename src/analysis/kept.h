/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes of variables and of threads' records that keep the value that they have at the start: no
 * store that was noted puts another value there. A store may lead to the objects of its points-to
 * set (sharing.h), as far into them as its offset says (offsets.h), or anywhere in them if that is
 * not known.
 *
 * An address that leaves its object may lead to such a byte all the same, so this is what holds in
 * executions without an invalid access. */
#ifndef ANALYSIS_KEPT_H
#define ANALYSIS_KEPT_H

#include "analysis/sharing.h"
#include "program/access.h"

struct kept_bytes;
enum {
  KEPT_WHOLE_FIELDS = 1, /* the library always accesses all bytes of a field at once */
  KEPT_NO_STORES = 2,    /* a store of the value that is there counts as well */
};
/* Begins with no store. `flags`: of KEPT_*. */
struct kept_bytes *kept_create(const struct program *program, const struct sharing *sharing,
                               unsigned flags);
/* Begins again with no store. */
void kept_restart(struct kept_bytes *kept);
void kept_destroy(struct kept_bytes *kept);

/* Notes what an access may write. `address` and `stored` are those of the access, or what is known
 * of them in one call of the function; `stored` may be NULL: any value. True: more bytes may change
 * than was known. */
bool kept_note(struct kept_bytes *kept, const struct function *function,
               const struct edge_access *access, const struct term *address,
               const struct term *stored);
/* Do the bytes at the address always have this value? */
bool kept_value(struct kept_bytes *kept, const struct function *function,
                const struct term *address, uint32_t size, uint64_t *value);
/* Does the address lead into records of threads only, and equally far in each? */
bool kept_is_in_record(struct kept_bytes *kept, const struct function *function,
                       const struct term *address, uint64_t *offset);
/* Is it the address of an element of an array among the thread-local variables, which follow the
 * record of the thread? */
bool kept_is_thread_local(const struct program *program, const struct term *address);

#endif
