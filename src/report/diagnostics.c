/* SPDX-License-Identifier: Apache-2.0 */
/* The form of gcc is that of the GNU coding standards. GitHub has no notes: they follow the
 * message, with their positions, as further lines. */
#include "report/diagnostics.h"

#include "base/text.h"
#include "report/brief.h"

#include <string.h>

/* As GitHub's runner expects it: in values of properties, colons and commas are escaped, too. */
static void add_escaped(struct text *out, const char *text, bool is_property) {
  for (; *text; text++) {
    bool is_special = strchr(is_property ? "%\r\n:," : "%\r\n", *text) != NULL;
    if (is_special)
      text_format(out, "%%%02X", (unsigned)(unsigned char)*text);
    else
      text_add_bytes(out, text, 1);
  }
}

static const char *file_of(const struct program *program, struct position at) {
  return at.line && at.file < program->file_count ? program->files[at.file] : NULL;
}

static void add_gcc_line(struct text *out, const struct program *program, struct position at,
                         const char *kind, const char *message) {
  const char *file = file_of(program, at);
  if (!file)
    text_add(out, "heddle");
  else if (at.column)
    text_format(out, "%s:%u:%u", file, at.line, at.column);
  else
    text_format(out, "%s:%u", file, at.line);
  text_format(out, ": %s: ", kind);
  for (; *message; message++)
    text_add_bytes(out, *message == '\n' ? " " : message, 1);
}

static void print_gcc(struct text *out, const struct program *program, const struct brief *brief,
                      enum property property) {
  add_gcc_line(out, program, brief->at, "error", brief->message);
  text_format(out, " [%s]\n", property_name(property));
  vector_each (note, &brief->notes) {
    add_gcc_line(out, program, note->at, "note", note->text);
    text_add(out, "\n");
  }
}

static void print_github(struct text *out, const struct program *program, const struct brief *brief,
                         enum property property) {
  const char *file = file_of(program, brief->at);
  struct text message = {0};
  text_add(out, "::error ");
  if (file) {
    text_add(out, "file=");
    add_escaped(out, file, true);
    text_format(out, ",line=%u", brief->at.line);
    if (brief->at.column)
      text_format(out, ",col=%u", brief->at.column);
    text_add(out, ",");
  }
  text_add(out, "title=");
  text_format(&message, "heddle: %s", property_name(property));
  add_escaped(out, text_get(&message), true);
  text_release(&message);
  text_add(&message, brief->message);
  vector_each (note, &brief->notes) {
    text_add(&message, "\n");
    program_print_position(&message, program, note->at);
    text_format(&message, ": %s", note->text);
  }
  text_add(out, "::");
  add_escaped(out, text_get(&message), false);
  text_add(out, "\n");
  text_release(&message);
}

void diagnostics_print_violation(struct text *out, enum diagnostics_format format,
                                 const struct story *story, const struct state *state,
                                 const struct violation *violation) {
  struct brief brief;
  brief_fill(&brief, story, state, violation);
  if (format == DIAGNOSTICS_GCC)
    print_gcc(out, state->program, &brief, violation->property);
  else
    print_github(out, state->program, &brief, violation->property);
  brief_release(&brief);
}

void diagnostics_print_note(struct text *out, enum diagnostics_format format, enum note_kind kind,
                            const char *text) {
  bool is_warning = kind == NOTE_WARNING;
  if (format == DIAGNOSTICS_GCC) {
    text_format(out, "heddle: %s: ", is_warning ? "warning" : "note");
    for (; *text; text++)
      text_add_bytes(out, *text == '\n' ? " " : text, 1);
  } else {
    text_format(out, "::%s title=heddle::", is_warning ? "warning" : "notice");
    add_escaped(out, text, false);
  }
  text_add(out, "\n");
}
