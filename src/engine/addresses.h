/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses in thread-modular proofs. An address in the memory of a thread is the same number in
 * all views of threads other than main, but not in an execution. A value computed from one must be
 * the same in all threads, such as the difference of two, or must be another such address.
 * Everything else becomes an input, and so do parts of addresses that are read. */
#ifndef ENGINE_ADDRESSES_H
#define ENGINE_ADDRESSES_H

#include "semantics/domain.h"

/* The value domain with that; its context is the one in a `struct cells`. */
struct domain addresses_domain(void);

#endif
