/* SPDX-License-Identifier: Apache-2.0 */
/* Memory models: when other threads see a store.
 *
 * Under sc at once. Under tso and pso a store waits in a buffer of its thread and becomes visible
 * in a later step of its own (a flush); the thread itself reads its waiting stores, byte by byte
 * the newest one. Under tso the oldest store is flushed first. Under pso any store may be that
 * overlaps no older one; a release store waits for all older ones, and no store after a release
 * fence overtakes a store before it. Loads are never reordered with what follows them.
 *
 * Under rc11, the model of C11 itself, a read may take its value from an old write. What it allows
 * is said by axioms over execution graphs (axioms.h), not by buffers.
 *
 * What makes an operation drain the buffer is written here, once, for every engine. */
#ifndef SEMANTICS_MEMORY_MODEL_H
#define SEMANTICS_MEMORY_MODEL_H

#include "program/program.h"

enum memory_model { MEMORY_SC, MEMORY_TSO, MEMORY_PSO, MEMORY_RC11 };

/* A set of memory models: bit 1 << model. */
#define MODEL_BIT(model) (1u << (model))
#define MODELS_WITH_BUFFERS (MODEL_BIT(MEMORY_TSO) | MODEL_BIT(MEMORY_PSO))
#define ALL_MODELS (MODEL_BIT(MEMORY_SC) | MODELS_WITH_BUFFERS | MODEL_BIT(MEMORY_RC11))

const char *memory_model_name(enum memory_model model); /* "sc", "tso", … */
bool memory_model_find(const char *name, enum memory_model *model);

/* Do stores wait in buffers? */
static inline bool memory_model_has_buffers(enum memory_model model) {
  return model == MEMORY_TSO || model == MEMORY_PSO;
}

/* Does the edge wait until all stores before it are visible? Sequentially consistent stores and
 * fences do, every read-modify-write, and what manages memory, threads and atomic sections. */
bool memory_model_drains(const struct edge *edge);
/* Is it a store that may wait, unless it is in an atomic section? */
bool memory_model_buffers(const struct edge *edge);
/* Is it a fence that stores do not overtake, although it does not wait for them? */
bool memory_model_separates(const struct edge *edge);

#endif
