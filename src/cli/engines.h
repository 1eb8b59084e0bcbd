/* SPDX-License-Identifier: Apache-2.0 */
/* What the commands say of engines: which properties each proves under which memory models, and
 * which options it does not use. All of it comes from the rows of the engines. */
#ifndef CLI_ENGINES_H
#define CLI_ENGINES_H

#include "base/text.h"
#include "engine/engine.h"

struct options;

/* Does the engine support the memory model? Otherwise complains, and names those that do. */
bool engines_check_model(const struct options *options, const struct engine *engine,
                         enum memory_model model);
/* Complains about an option of the command line that the engine does not use; false: there is one.
 */
bool engines_check_options(const struct options *options, const struct engine *engine);

/* "race, deadlock (rc11); …": what the engine proves, as a line of --help. */
void engines_print_decisions(struct text *out, const struct engine *engine);
/* The table of docs/properties.md. */
void engines_print_table(struct text *out);

#endif
