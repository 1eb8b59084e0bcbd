/* SPDX-License-Identifier: Apache-2.0 */
/* Binary decision diagrams: canonical representations of sets of bit vectors. A layer over BuDDy,
 * which has one node table per process, so only one `struct diagrams` exists at a time.
 *
 * Every function that returns a diagram passes it to the caller, who releases it. Once the table is
 * full (diagrams_are_full), the results of the functions are meaningless. */
#ifndef SOLVER_DIAGRAM_H
#define SOLVER_DIAGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct limits;

/* Equal sets are equal numbers. */
typedef int diagram;
#define DIAGRAM_NONE ((diagram)0) /* no row */
#define DIAGRAM_ALL ((diagram)1)  /* every row */

struct diagrams;
/* Over the variables 0, 1, …, in this order from the root on. `most_nodes` bounds the table;
 * `limits`, which is not copied and may be NULL, are taken for a full table, too. */
struct diagrams *diagrams_create(unsigned variables, size_t most_nodes,
                                 const struct limits *limits);
void diagrams_destroy(struct diagrams *diagrams);
bool diagrams_are_full(const struct diagrams *diagrams);
/* Nodes in use, and those that nothing refers to any more but are not collected yet. */
size_t diagrams_nodes(const struct diagrams *diagrams);

/* The variables first .. first + count - 1 stay next to each other when the order changes. Every
 * variable has to be in one block before the order is changed. */
void diagrams_add_block(struct diagrams *diagrams, unsigned first, unsigned count);
/* Has the table grown so much, since the last time if any, that another order may be better? And
 * would looking for it not take too long? It takes steps for each two variables of each of the
 * diagrams that are kept, which are about `kept`. Collects garbage if need be. */
bool diagrams_have_grown(struct diagrams *diagrams, size_t kept);
/* Looks for a better order of the blocks. */
void diagrams_reorder(struct diagrams *diagrams);

diagram diagram_variable(struct diagrams *diagrams, unsigned variable);
diagram diagram_copy(diagram a);
void diagram_release(diagram a);
/* `*place` becomes the diagram, which it owns from then on. */
void diagram_replace(diagram *place, diagram by);

diagram diagram_not(struct diagrams *diagrams, diagram a);
diagram diagram_and(struct diagrams *diagrams, diagram a, diagram b);
diagram diagram_or(struct diagrams *diagrams, diagram a, diagram b);
diagram diagram_xor(struct diagrams *diagrams, diagram a, diagram b);
diagram diagram_minus(struct diagrams *diagrams, diagram a, diagram b); /* a and not b */
diagram diagram_choose(struct diagrams *diagrams, diagram condition, diagram then,
                       diagram otherwise);
/* The rows in which all these variables are set. */
diagram diagram_cube(struct diagrams *diagrams, const unsigned *variables, size_t count);
/* The rows that are in `a` for some values of the variables of the cube. */
diagram diagram_exists(struct diagrams *diagrams, diagram a, diagram cube);
/* The same for the conjunction of `a` and `b`. */
diagram diagram_and_exists(struct diagrams *diagrams, diagram a, diagram b, diagram cube);
bool diagram_includes(struct diagrams *diagrams, diagram all, diagram some);

/* Variables that get other names. The new ones do not occur in what is renamed. */
struct bit_renaming;
struct bit_renaming *bit_renaming_create(const unsigned *from, const unsigned *to, size_t count);
void bit_renaming_destroy(struct bit_renaming *renaming);
diagram diagram_rename(struct diagrams *diagrams, diagram a, struct bit_renaming *renaming);

/* The parts of a diagram other than DIAGRAM_NONE and DIAGRAM_ALL, which are not given away: the
 * variable at its root, and what is left if that is 0 or 1. */
unsigned diagram_root(diagram a);
diagram diagram_branch(diagram a, bool value);
size_t diagram_size(diagram a); /* nodes */

#endif
