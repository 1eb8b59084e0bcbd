/* SPDX-License-Identifier: Apache-2.0 */
/* Converts between jansson and struct text. */
#include "input/json_text.h"

#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

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

enum status json_complain(const char *path, const char *format, ...) {
  fprintf(stderr, "heddle: %s: ", path);
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  return STATUS_BAD_INPUT;
}

json_t *json_read(const char *path, size_t flags) {
  FILE *file = fopen(path, "rbe");
  json_error_t error;
  json_t *root = file ? json_loadf(file, flags, &error) : NULL;
  if (!file)
    json_complain(path, "%s", strerror(errno));
  else if (!root)
    json_complain(path, "line %d, column %d: %s", error.line, error.column, error.text);
  if (file)
    fclose(file);
  return root;
}
