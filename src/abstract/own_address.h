/* SPDX-License-Identifier: Apache-2.0 */
/* The addresses of threads' records as symbols, in proofs for any number of threads.
 *
 * A thread knows itself by the address of its record, and locks keep that address to say who holds
 * them. In its own view the address is a number, the same number in the view of every thread but
 * main. So a variable must not hold it: there it is a symbol with a role, like a local variable,
 * and a comparison of the number with a term is one with the symbol. Relations then say "the owner
 * is this thread" or "it is not", and no two threads have the same address. A variable that holds
 * numbers as well, such as 0 for "no owner", has its symbol only while it holds an address of a
 * record, so that views with and without an owner are told apart. So are views with different marks
 * in the low bits of such an address, as that of a mutex that its owner has locked again. */
#ifndef ABSTRACT_OWN_ADDRESS_H
#define ABSTRACT_OWN_ADDRESS_H

#include "abstract/cells.h"
#include "abstract/entail.h"

/* The symbol for a number that is the address of the record of main, or of the running thread;
 * NULL: the number is something else. The first such number makes precision grow. */
const struct term *own_address_symbol(struct cells *cells, uint64_t number);
/* If the term is the address of a record, of a thread or in a cell: its symbol. `mark`: a small
 * number in the low bits, which are zero in all addresses of records. NULL: the term is something
 * else. */
const struct term *own_address_of_record(const struct cells *cells, const struct term *term,
                                         uint64_t *mark);
const struct term *own_address_with_mark(const struct cells *cells, const struct term *symbol,
                                         uint64_t mark);
/* The result of an operator on such a symbol with a mark and a number, if it follows from this:
 * records are aligned, and their addresses are larger than all small numbers. NULL: it does not
 * follow. `first`: the symbol is the first operand. */
const struct term *own_address_apply(const struct cells *cells, const struct term *node,
                                     const struct term *symbol, uint64_t mark, uint64_t number,
                                     bool first);
/* Adds the value of the symbol of a thread after a step. `is_created`: the step created it. */
void own_address_bind(const struct cells *cells, uint32_t thread, bool is_created,
                      struct cell_bounds *bounds);
/* Adds the relations that always hold between the symbols of main, of three threads and of a
 * created thread. */
void own_address_add_facts(const struct cells *cells, struct premises *premises);

#endif
