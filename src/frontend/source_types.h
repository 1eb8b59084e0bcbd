/* SPDX-License-Identifier: Apache-2.0 */
/* Writes types of the debug information as C. */
#ifndef FRONTEND_SOURCE_TYPES_H
#define FRONTEND_SOURCE_TYPES_H

#include "frontend/lower.h"

struct text;

/* The declaration of `name` with this type (NULL: void), as in "int (*name)(void)". False if it
 * has no name that a declaration could use. */
bool source_types_declare(struct lowering *in, struct text *out, LLVMMetadataRef type,
                          const char *name);
/* NAME of the function __VERIFIER_nondet_NAME for numbers of this type, or NULL. */
const char *source_types_input(struct lowering *in, LLVMMetadataRef type);
/* The name of a typedef, a struct or the like; "": none. */
const char *source_types_name(struct lowering *in, LLVMMetadataRef type);

#endif
