/* SPDX-License-Identifier: Apache-2.0 */
/* The result of `heddle orders` as a patch, and a last check of the patched program. */
#ifndef CLI_ORDERS_PATCH_H
#define CLI_ORDERS_PATCH_H

#include "orders/source.h"
#include "orders/trial.h"

struct input;
struct options;

/* Adds the edits of the setting to the sources. `reasons`, one for each slot, receive why an order
 * cannot be written, or NULL. Returns how many cannot. */
size_t orders_patch_edit(struct sources *sources, const struct order_slots *slots,
                         const unsigned char *setting, const char **reasons);
/* Writes the patch; false: it cannot be written, which was said. */
bool orders_patch_write(struct sources *sources, const char *path);
/* Compiles the edited files and checks the program. False: they do not compile. */
bool orders_patch_check(struct sources *sources, const struct options *options,
                        struct order_trial *trial, struct result *result);

#endif
