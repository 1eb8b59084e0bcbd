/* SPDX-License-Identifier: Apache-2.0 */
#include "report/short_position.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool is_of_user(const struct program *program, uint32_t file) {
  for (uint32_t i = 0; i < program->function_count; i++)
    if (!program->functions[i]->is_library && program->functions[i]->at.file == file)
      return true;
  return false;
}

const char *short_position_file(const struct program *program, uint32_t file) {
  const char *name = base_name(program->files[file]);
  for (uint32_t i = 0; i < program->file_count; i++)
    if (i != file && strcmp(base_name(program->files[i]), name) == 0 && is_of_user(program, i))
      return program->files[file];
  return name;
}

void short_position_add(struct text *out, const struct program *program, struct position at) {
  text_format(out, "%s:%" PRIu32, short_position_file(program, at.file), at.line);
}
