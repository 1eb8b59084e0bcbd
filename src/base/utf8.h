/* SPDX-License-Identifier: Apache-2.0 */
/* Makes bytes of unknown origin valid UTF-8 for documents. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Length of the character at `bytes`, a NUL-terminated text, if it is valid UTF-8 and one that XML
 * and YAML documents may contain; else 0. */
size_t utf8_character_length(const char *text);
/* Does it consist of such characters only? */
bool utf8_is_text(const char *text);

#endif
