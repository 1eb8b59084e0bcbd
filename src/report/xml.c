/* SPDX-License-Identifier: Apache-2.0 */
/* Escapes and checks text, character by character. */
#include "report/xml.h"

#include "base/text.h"
#include "base/utf8.h"

void xml_add(struct text *out, const char *bytes) {
  while (*bytes) {
    size_t length = utf8_character_length(bytes);
    switch (*bytes) {
    case '<':
      text_add(out, "&lt;");
      break;
    case '>':
      text_add(out, "&gt;");
      break;
    case '&':
      text_add(out, "&amp;");
      break;
    case '"':
      text_add(out, "&quot;");
      break;
    default:
      text_add_bytes(out, length ? bytes : "?", length ? length : 1);
      break;
    }
    bytes += length ? length : 1;
  }
}
