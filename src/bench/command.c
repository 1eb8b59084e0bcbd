/* SPDX-License-Identifier: Apache-2.0 */
/* Builds command lines. heddle starts itself through /proc/self/exe, so that the same build runs to
 * the end even if it is rebuilt meanwhile. The shell starts other tools, with placeholders in
 * braces replaced by quoted words. */
#include "bench/command.h"

#include "base/text.h"

#include <string.h>

const char *const command_placeholders[][2] = {
    {"{file}", "the program's files"},
    {"{prp}", "the property file"},
    {"{task}", "the task definition, or the program"},
    {"{bits}", "32 or 64, the data model"},
    {"{time}", "--time, in seconds"},
    {"{memory}", "--memory, in MB"},
    {NULL, NULL},
};

static void add_argument(struct command_line *command, const char *argument) {
  vector_push(&command->arguments, argument);
}

static void make_check(struct command_line *command, struct arena *arena,
                       const struct command_template *from, const struct plan_item *item) {
  command->program = "/proc/self/exe";
  add_argument(command, "heddle");
  add_argument(command, "check");
  add_argument(command, "--quiet");
  add_argument(command, "--stats");
  add_argument(command, arena_format(arena, "--time=%g", from->seconds));
  add_argument(command, arena_format(arena, "--memory=%lu", from->memory));
  for (size_t i = 0; i < from->check_option_count; i++)
    add_argument(command, from->check_options[i]);
  if (item->property_file)
    add_argument(command, arena_format(arena, "--prp=%s", item->property_file));
  add_argument(command, item->path);
  if (from->clang_flag_count)
    add_argument(command, "--");
  for (size_t i = 0; i < from->clang_flag_count; i++)
    add_argument(command, from->clang_flags[i]);
}

static void add_quoted(struct text *out, const char *word) {
  text_add(out, "'");
  for (; *word; word++)
    text_add_bytes(out, *word == '\'' ? "'\\''" : word, *word == '\'' ? 4 : 1);
  text_add(out, "'");
}

/* Appends what the placeholder at `at` stands for and returns its length; 0: it is none. */
static size_t expand(struct text *out, const char *at, const struct command_template *from,
                     const struct plan_item *item) {
  size_t length = strcspn(at, "}") + 1;
  size_t which = 0;
  while (command_placeholders[which][0] && strncmp(command_placeholders[which][0], at, length) != 0)
    which++;
  switch (which) {
  case 0:
    for (size_t i = 0; i < item->file_count; i++) {
      text_add(out, i ? " " : "");
      add_quoted(out, item->files[i]);
    }
    return length;
  case 1:
    add_quoted(out, item->property_file ? item->property_file : "");
    return length;
  case 2:
    add_quoted(out, item->path);
    return length;
  case 3: {
    enum data_model model = item->is_definition ? item->data_model : from->data_model;
    text_add(out, model == DATA_MODEL_ILP32 ? "32" : "64");
    return length;
  }
  case 4:
    text_format(out, "%g", from->seconds);
    return length;
  case 5:
    text_format(out, "%lu", from->memory);
    return length;
  default:
    return 0;
  }
}

static void make_tool(struct command_line *command, struct arena *arena,
                      const struct command_template *from, const struct plan_item *item) {
  struct text line = {0};
  for (const char *at = from->tool; *at;) {
    size_t length = *at == '{' ? expand(&line, at, from, item) : 0;
    if (length == 0) {
      text_add_bytes(&line, at, 1);
      length = 1;
    }
    at += length;
  }
  command->program = "/bin/sh";
  add_argument(command, "sh");
  add_argument(command, "-c");
  add_argument(command, arena_copy_text(arena, text_get(&line)));
  text_release(&line);
}

void bench_command_make(struct command_line *command, struct arena *arena,
                        const struct command_template *from, const struct plan_item *item) {
  *command = (struct command_line){0};
  if (from->tool)
    make_tool(command, arena, from, item);
  else
    make_check(command, arena, from, item);
  add_argument(command, NULL);
}

void bench_command_release(struct command_line *command) { vector_release(&command->arguments); }
