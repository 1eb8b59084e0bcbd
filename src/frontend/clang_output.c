/* SPDX-License-Identifier: Apache-2.0 */
#include "frontend/clang_output.h"

#include <stdio.h>
#include <string.h>

/* The message to print instead of this line of clang; NULL: the line itself. */
static const char *explain(const char *line, size_t length) {
  static const char nested[] = "nested functions are an extension of GCC that is not supported";
  static const struct {
    const char *said, *meant;
  } explanations[] = {
      {"function definition is not allowed here", nested},
      {"illegal storage class on function", nested},
  };
  for (size_t i = 0; i < sizeof explanations / sizeof *explanations; i++)
    if (memmem(line, length, explanations[i].said, strlen(explanations[i].said)))
      return explanations[i].meant;
  return NULL;
}

void clang_output_print(const char *output) {
  for (const char *line = output; *line;) {
    size_t length = strcspn(line, "\n");
    const char *place_end = memmem(line, length, ": error: ", 9);
    const char *meant = place_end ? explain(line, length) : NULL;
    if (meant)
      fprintf(stderr, "%.*s: error: %s\n", (int)(place_end - line), line, meant);
    else
      fprintf(stderr, "%.*s\n", (int)length, line);
    line += length + (line[length] == '\n');
  }
}

void clang_output_warn(const char *output) {
  static const struct {
    const char *said, *meant;
  } pragmas[] = {
      {"unexpected '#pragma omp ...'", "'#pragma omp' is ignored without the flag -fopenmp"},
      {"unexpected '#pragma acc ...'", "'#pragma acc' is ignored, as all of OpenACC"},
      {"unknown attribute 'scalar_storage_order'", "the order of bytes is not changed"},
  };
  for (size_t i = 0; i < sizeof pragmas / sizeof *pragmas; i++) {
    const char *found = strstr(output, pragmas[i].said), *line = found;
    while (line && line > output && line[-1] != '\n')
      line--;
    if (found)
      fprintf(stderr, "heddle: warning: %.*s: %s\n", (int)(strstr(line, ": warning: ") - line),
              line, pragmas[i].meant);
  }
}
