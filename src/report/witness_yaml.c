/* SPDX-License-Identifier: Apache-2.0 */
/* YAML: format 2.2 for violations, whose waypoints name their threads; 2.0 for correctness, which
 * needs nothing newer. Waypoints are: a call that creates a thread, a call that returned an
 * arbitrary value, the place where a thread continues after another one moved, and the target.
 * Columns are given only where the source confirms them. */
#include "base/utf8.h"
#include "report/source_text.h"
#include "report/witness.h"
#include "report/witness_steps.h"

/* In double quotes, where a backslash escapes. Bytes that are no character become question marks.
 */
static void add_quoted(struct text *out, const char *value) {
  text_add(out, "\"");
  while (*value) {
    size_t length = utf8_character_length(value);
    if (*value == '"' || *value == '\\')
      text_format(out, "\\%c", *value);
    else if (*value == '\n')
      text_add(out, "\\n");
    else
      text_add_bytes(out, length ? value : "?", length ? length : 1);
    value += length ? length : 1;
  }
  text_add(out, "\"");
}

static void add_field(struct text *out, const char *before, const char *value) {
  text_add(out, before);
  add_quoted(out, value);
  text_add(out, "\n");
}

static void print_metadata(struct text *out, const struct witness_header *header,
                           const char *version) {
  const struct witness_task *task = header->task;
  text_format(out, "  metadata:\n    format_version: \"%s\"\n", version);
  add_field(out, "    uuid: ", header->uuid);
  add_field(out, "    creation_time: ", header->created);
  text_add(out, "    producer:\n      name: \"heddle\"\n");
  add_field(out, "      version: ", task->version);
  text_add(out, "    task:\n      input_files:\n");
  for (size_t i = 0; i < task->file_count; i++)
    add_field(out, "        - ", task->files[i]);
  text_add(out, "      input_file_hashes:\n");
  for (size_t i = 0; i < task->file_count; i++) {
    text_add(out, "        ");
    add_quoted(out, task->files[i]);
    add_field(out, ": ", header->hashes[i]);
  }
  add_field(out, "      specification: ", task->specification);
  text_format(out, "      data_model: %s\n      language: C\n",
              task->data_model == DATA_MODEL_LP64 ? "LP64" : "ILP32");
}

/* `column` 0: not known. */
static void print_waypoint(struct text *out, const struct witness_story *story,
                           const struct witness_step *step, const char *type, uint32_t line,
                           uint32_t column) {
  text_format(out,
              "        - waypoint:\n            type: %s\n            action: follow\n"
              "            thread_id: %u\n            location:\n",
              type, step->thread);
  add_field(out, "              file_name: ", story->program->files[step->at.file]);
  text_format(out, "              line: %u\n", line);
  if (column)
    text_format(out, "              column: %u\n", column);
  if (step->function)
    add_field(out, "              function: ", step->function->name);
}

/* At the closing parenthesis of the call. */
static void print_call(struct text *out, const struct witness_story *story,
                       struct source_texts *texts, const struct witness_step *step,
                       const char *type) {
  uint32_t line = step->at.line, column = step->at.column;
  if (!source_texts_find_call_end(texts, step->at.file, step->name, &line, &column))
    column = 0;
  print_waypoint(out, story, step, type, line, column);
}

static void print_constraint(struct text *out, const char *value, const char *format) {
  text_add(out, "            constraint:\n");
  add_field(out, "              value: ", value);
  text_format(out, "              format: %s\n", format);
}

static void print_step(struct text *out, const struct witness_story *story,
                       struct source_texts *texts, const struct witness_step *step,
                       bool is_switch) {
  static const char segment[] = "    - segment:\n";
  if (step->kind == WITNESS_CREATE) {
    text_add(out, segment);
    print_call(out, story, texts, step, "function_enter");
  } else if (step->kind == WITNESS_RESULT) {
    struct text value = {0};
    text_format(&value, "\\result == %s", step->value);
    text_add(out, segment);
    print_call(out, story, texts, step, "function_return");
    print_constraint(out, text_get(&value), "acsl_expression");
    text_release(&value);
  } else if (is_switch) {
    text_add(out, segment);
    print_waypoint(out, story, step, "assumption", step->at.line, 0);
    print_constraint(out, "1", "c_expression");
  }
}

/* Only a call is known to begin its statement where it stands. */
static void print_targets(struct text *out, const struct witness_story *story,
                          struct source_texts *texts) {
  text_add(out, "    - segment:\n");
  for (size_t i = 0; i < story->target_count; i++) {
    const struct witness_step *target = &story->targets[i];
    uint32_t line = target->at.line, column = target->at.column;
    bool is_call = source_texts_find_call_end(texts, target->at.file, target->name, &line, &column);
    print_waypoint(out, story, target, "target", target->at.line, is_call ? target->at.column : 0);
  }
}

static void print_story(struct text *out, const struct witness_story *story) {
  struct source_texts *texts =
      source_texts_create(story->program->files, story->program->file_count);
  uint32_t moving = 0;
  text_add(out, "  content:\n");
  for (size_t i = 0; i < story->step_count; i++) {
    const struct witness_step *step = &story->steps[i];
    bool can_switch = step->kind == WITNESS_AT || step->kind == WITNESS_ENTER;
    bool is_switch = step->thread != moving && can_switch;
    print_step(out, story, texts, step, is_switch);
    if (can_switch || step->kind == WITNESS_CREATE || step->kind == WITNESS_RESULT)
      moving = step->thread;
  }
  print_targets(out, story, texts);
  source_texts_destroy(texts);
}

void witness_print_yaml(struct text *out, const struct witness_header *header,
                        const struct witness_story *story) {
  text_format(out, "- entry_type: %s\n", story ? "violation_sequence" : "invariant_set");
  print_metadata(out, header, story ? "2.2" : "2.0");
  if (story)
    print_story(out, story);
  else
    text_add(out, "  content: []\n");
}
