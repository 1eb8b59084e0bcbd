/* SPDX-License-Identifier: Apache-2.0 */
/* Decodes UTF-8, one character at a time. */
#include "base/utf8.h"

#include <stdbool.h>
#include <stdint.h>

size_t utf8_character_length(const char *text) {
  const unsigned char *bytes = (const unsigned char *)text;
  unsigned char first = bytes[0];
  if (first < 0x80)
    return first >= 0x20 || first == '\t' || first == '\n' || first == '\r';
  size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4)
    return 0;
  uint32_t code = first & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((bytes[i] & 0xc0) != 0x80)
      return 0;
    code = code << 6 | (bytes[i] & 0x3f);
  }
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  bool is_allowed = code >= least[length] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) &&
                    code != 0xfffe && code != 0xffff;
  return is_allowed ? length : 0;
}

bool utf8_is_text(const char *text) {
  for (size_t length; *text; text += length)
    if (!(length = utf8_character_length(text)))
      return false;
  return true;
}
