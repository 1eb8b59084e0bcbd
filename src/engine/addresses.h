/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses in the memory of threads are the same numbers in all views of threads other than main,
 * but not in an execution. What is computed from one must either be the same in all threads, as the
 * difference of two, or be another such address; everything else is made an input, and so are parts
 * of addresses that are read. */
#ifndef ENGINE_ADDRESSES_H
#define ENGINE_ADDRESSES_H

#include "semantics/domain.h"

/* The value domain with that; its context is the one in a `struct cells`. */
struct domain addresses_domain(void);

#endif
