/* SPDX-License-Identifier: Apache-2.0 */
/* A page without a violation: the table of the verdict, and the sources with the places that are
 * proven, searched in part, and open. One HTML file, which fetches nothing. */
#ifndef REPORT_PLACES_PAGE_H
#define REPORT_PLACES_PAGE_H

#include "report/overview.h"

#include <stdbool.h>

/* `overview` has a board. False: the file cannot be written, as a message says. */
bool places_page_write(const char *path, const struct overview *overview, const char *verdict);

#endif
