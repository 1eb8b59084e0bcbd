/* Escapes and checks byte by byte, character by character. */
#include "report/xml.h"

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Length of the UTF-8 character at `bytes` if XML allows it, else 0. */
static size_t character_length(const unsigned char *bytes) {
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

void xml_add(struct text *out, const char *bytes) {
  while (*bytes) {
    size_t length = character_length((const unsigned char *)bytes);
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
