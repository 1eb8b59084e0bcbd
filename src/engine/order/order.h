/* SPDX-License-Identifier: Apache-2.0 */
/* Bounded model checking with partial orders: one formula over who reads from whom and which step
 * comes first, for all interleavings up to an unwinding bound that is deepened until nothing is cut
 * off. The line of work is that of CBMC's partial-order encoding, with the order refined lazily. */
#ifndef ENGINE_ORDER_ORDER_H
#define ENGINE_ORDER_ORDER_H

struct engine;
extern const struct engine engine_order;

#endif
