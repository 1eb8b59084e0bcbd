/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses in thread-modular proofs. An address in the memory of a thread is the same number in
 * the views of all threads but main, but not in an execution. So the result of a computation with
 * one must be the same in all threads, such as the difference of two, or be such an address again.
 * Other results become inputs, and so do parts of addresses that are read. */
#ifndef ENGINE_MODULAR_ADDRESSES_H
#define ENGINE_MODULAR_ADDRESSES_H

#include "semantics/domain.h"

/* The value domain with these restrictions; its context is that of a `struct cells`. */
struct domain addresses_domain(void);

#endif
