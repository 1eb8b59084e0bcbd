/* SPDX-License-Identifier: Apache-2.0 */
/* Reads compilation databases. Of each command, only the parts that determine the meaning of the
 * source are kept: header paths, macros and the language. heddle decides itself how to compile. */
#include "input/compdb.h"

#include "base/path.h"
#include "base/text.h"
#include "base/vector.h"
#include "input/json_text.h"

#include <string.h>

struct compdb_reading {
  const char *path;
  struct arena *arena;
  const char *here; /* the current directory */
  VECTOR(struct compile_command) commands;
};

struct command_words {
  VECTOR(const char *) list;
};

/* A command as a shell would take it apart: blanks, quotes, backslashes. */
static void split_command(struct compdb_reading *in, const char *command,
                          struct command_words *words) {
  struct text word = {0};
  int quote = 0;
  bool has_word = false;
  for (const char *at = command; *at; at++) {
    bool escapes = *at == '\\' && at[1] && (!quote || (quote == '"' && strchr("\"\\$`", at[1])));
    if (escapes) {
      text_add_bytes(&word, ++at, 1);
      has_word = true;
    } else if (quote ? *at == quote : *at == '"' || *at == '\'') {
      quote = quote ? 0 : *at;
      has_word = true;
    } else if (!quote && strchr(" \t\n", *at)) {
      if (has_word)
        vector_push(&words->list, arena_copy_text(in->arena, text_get(&word)));
      text_release(&word);
      has_word = false;
    } else {
      text_add_bytes(&word, at, 1);
      has_word = true;
    }
  }
  if (has_word)
    vector_push(&words->list, arena_copy_text(in->arena, text_get(&word)));
  text_release(&word);
}

static bool starts_with(const char *word, const char *prefix) {
  return strncmp(word, prefix, strlen(prefix)) == 0;
}

static bool is_among(const char *word, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(word, list[i]) == 0)
      return true;
  return false;
}

/* Flags about the output, warnings and optimisation; those of the second list have a word after
 * them that belongs to them. */
static size_t words_to_skip(const char *word) {
  static const char *const alone[] = {"-c",
                                      "-S",
                                      "-E",
                                      "-MD",
                                      "-MMD",
                                      "-MP",
                                      "-MG",
                                      "-M",
                                      "-MM",
                                      "-pipe",
                                      "-v",
                                      "-pedantic",
                                      "-pedantic-errors",
                                      "-save-temps"};
  static const char *const with_value[] = {"-o",  "-MF",       "-MT",     "-MQ",
                                           "-MJ", "-dumpbase", "-dumpdir"};
  static const char *const families[] = {"-o",
                                         "-MF",
                                         "-MT",
                                         "-MQ",
                                         "-O",
                                         "-g",
                                         "-W",
                                         "-fsanitize",
                                         "-flto",
                                         "-fprofile",
                                         "-ftest-coverage",
                                         "--coverage",
                                         "-fdiagnostics",
                                         "-fcolor-diagnostics",
                                         "-fno-color-diagnostics",
                                         "-fstack-protector",
                                         "-fcf-protection",
                                         "-D_FORTIFY_SOURCE",
                                         "-specs"};
  if (starts_with(word, "-Wp,-D") || starts_with(word, "-Wp,-U"))
    return 0; /* a macro after all */
  if (is_among(word, alone, sizeof alone / sizeof *alone))
    return 1;
  if (is_among(word, with_value, sizeof with_value / sizeof *with_value))
    return 2;
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (starts_with(word, families[i]))
      return 1;
  return 0;
}

static bool is_c(const char *file) {
  return file_path_has_ending(file, ".c") || file_path_has_ending(file, ".i") ||
         file_path_is_cplusplus(file);
}

/* Without the compiler's name, which may be two words ("ccache cc"), and the file. */
static void keep_flags(struct compdb_reading *in, const struct command_words *words,
                       const char *path, struct compile_command *command) {
  struct command_words kept = {0};
  size_t i = 0;
  while (i < words->list.count && words->list.items[i][0] != '-' && !is_c(words->list.items[i]))
    i++;
  while (i < words->list.count) {
    const char *word = words->list.items[i];
    size_t skipped = words_to_skip(word);
    bool is_file = word[0] != '-' && is_c(word) &&
                   strcmp(file_path_resolve(in->arena, command->directory, word), path) == 0;
    if (strcmp(word, "--") == 0 || is_file)
      skipped = 1;
    if (!skipped)
      vector_push(&kept.list, word);
    i += skipped ? skipped : 1;
  }
  command->flag_count = kept.list.count;
  command->flags = arena_copy(in->arena, kept.list.items, kept.list.count * sizeof(char *));
  vector_release(&kept.list);
}

static enum status read_words(struct compdb_reading *in, const json_t *entry, size_t number,
                              struct command_words *words) {
  const json_t *list = json_object_get(entry, "arguments");
  const char *command = json_string_value(json_object_get(entry, "command"));
  if (!list && !command)
    return json_complain(in->path, "[%zu] has neither \"arguments\" nor \"command\"", number);
  if (!list) {
    split_command(in, command, words);
    return STATUS_OK;
  }
  if (!json_is_array(list))
    return json_complain(in->path, "[%zu]: \"arguments\" is not a list", number);
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *word = json_string_value(json_array_get(list, i));
    if (!word)
      return json_complain(in->path, "[%zu]: \"arguments\"[%zu] is not a text", number, i);
    vector_push(&words->list, arena_copy_text(in->arena, word));
  }
  return STATUS_OK;
}

static bool is_known(const struct compdb_reading *in, const char *file) {
  for (size_t i = 0; i < in->commands.count; i++)
    if (strcmp(in->commands.items[i].file, file) == 0)
      return true;
  return false;
}

static enum status read_entry(struct compdb_reading *in, const json_t *entry, size_t number) {
  const char *file = json_string_value(json_object_get(entry, "file"));
  const char *directory = json_string_value(json_object_get(entry, "directory"));
  if (!file)
    return json_complain(in->path, "[%zu] has no \"file\"", number);
  /* Tools write absolute directories; a relative one counts from the database. */
  struct compile_command command = {
      .directory = file_path_resolve(in->arena, file_path_folder(in->arena, in->path, in->here),
                                     directory ? directory : ".")};
  const char *path = file_path_resolve(in->arena, command.directory, file);
  command.file = file_path_relative(in->arena, in->here, path);
  if (!is_c(file) || is_known(in, command.file))
    return STATUS_OK;
  struct command_words words = {0};
  enum status status = read_words(in, entry, number, &words);
  if (status == STATUS_OK) {
    keep_flags(in, &words, path, &command);
    vector_push(&in->commands, command);
  }
  vector_release(&words.list);
  return status;
}

static enum status read_entries(struct compdb_reading *in, const json_t *root) {
  if (!json_is_array(root))
    return json_complain(in->path, "not a compilation database: the file is not a list");
  for (size_t i = 0; i < json_array_size(root); i++) {
    enum status status = read_entry(in, json_array_get(root, i), i);
    if (status != STATUS_OK)
      return status;
  }
  return in->commands.count ? STATUS_OK : json_complain(in->path, "there is no C file in it");
}

enum status compdb_read(const char *path, struct compdb *database) {
  struct compdb_reading in = {.path = path, .arena = arena_create()};
  in.here = file_path_here(in.arena);
  json_t *root = json_read(path, 0);
  enum status status = root ? read_entries(&in, root) : STATUS_BAD_INPUT;
  json_decref(root);
  *database = (struct compdb){.arena = in.arena, .command_count = in.commands.count};
  database->commands =
      arena_copy(in.arena, in.commands.items, in.commands.count * sizeof *in.commands.items);
  vector_release(&in.commands);
  if (status != STATUS_OK)
    compdb_release(database);
  return status;
}

void compdb_release(struct compdb *database) {
  if (database->arena)
    arena_destroy(database->arena);
  *database = (struct compdb){0};
}
