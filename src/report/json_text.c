/* Between jansson and struct text. */
#include "report/json_text.h"

#include "base/text.h"

#include <stdbool.h>

json_t *json_text(const char *bytes) {
  json_t *string = json_string(bytes);
  if (string)
    return string;
  struct text ascii = {0};
  for (; *bytes; bytes++) {
    bool is_ascii = (unsigned char)*bytes < 0x80;
    text_add_bytes(&ascii, is_ascii ? bytes : "?", 1);
  }
  string = json_string(text_get(&ascii));
  text_release(&ascii);
  return string;
}

static int append(const char *bytes, size_t size, void *out) {
  text_add_bytes(out, bytes, size);
  return 0;
}

void json_print(struct text *out, const json_t *value) {
  json_dump_callback(value, append, out, JSON_ENCODE_ANY);
}
