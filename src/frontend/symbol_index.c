/* SPDX-License-Identifier: Apache-2.0 */
/* The index is a text: a line for each file that sources depend on, with its size and time, then
 * two lines for each source, with the numbers of the first lines, and its names. A wrong index
 * can only hide a definition, as clang compiles what it names. What changed less than a moment
 * before it was read is not kept, as it may have changed again without a sign. */
#include "frontend/symbol_index.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/jobs.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/vector.h"
#include "frontend/build_progress.h"
#include "frontend/clang.h"
#include "frontend/file_symbols.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FORMAT "heddle symbols 1"
static const int64_t moment = 1000000000; /* nanoseconds */

/* A file that sources depend on, by its number in `paths`. */
struct stamp {
  int64_t size, time; /* time -1: there is no such file */
  bool is_same;       /* as when it was read */
};

struct indexed_file {
  uint64_t key; /* of its path and how it is compiled */
  bool is_known, is_unclear;
  VECTOR(uint32_t) needs, names;
};

struct symbol_index {
  const struct frontend_options *options;
  struct arena *arena;
  struct interner *paths, *names;
  VECTOR(struct stamp) stamps;       /* by path */
  VECTOR(struct indexed_file) files; /* by command */
  struct map by_key;                 /* to the command */
  struct map pairs;                  /* (name << 32 | command) */
  VECTOR(uint32_t) unknown;          /* commands that have to be read */
  struct build_progress progress;
  int64_t begin; /* of the reading, in nanoseconds since 1970 */
};

static uint64_t hash_text(uint64_t seed, const char *text) {
  return hash_combine(seed, hash_bytes(text, strlen(text)));
}

static uint64_t key_of(const struct frontend_options *options,
                       const struct compile_command *command) {
  uint64_t key = hash_text(options->data_model, command->file);
  key = hash_text(key, command->directory);
  for (size_t i = 0; i < command->flag_count; i++)
    key = hash_text(key, command->flags[i]);
  for (size_t i = 0; i < options->clang_flag_count; i++)
    key = hash_text(key, options->clang_flags[i]);
  return key;
}

static struct stamp look_at(const char *path) {
  struct stat about;
  if (stat(path, &about) != 0)
    return (struct stamp){.time = -1};
  return (struct stamp){.size = about.st_size,
                        .time = (int64_t)about.st_mtim.tv_sec * 1000000000 + about.st_mtim.tv_nsec};
}

/* The number of a path; `stamp` is what was noted of it, NULL: it is read now. */
static uint32_t add_path(struct symbol_index *index, const char *path, const struct stamp *stamp) {
  bool is_new;
  uint32_t number = interner_add(index->paths, path, strlen(path) + 1, &is_new);
  if (!is_new && (stamp || index->stamps.items[number].is_same))
    return number;
  struct stamp now = look_at(path), then = stamp ? *stamp : now;
  then.is_same = now.time >= 0 && now.time == then.time && now.size == then.size;
  vector_ensure(&index->stamps, number);
  index->stamps.items[number] = then;
  return number;
}

static void add_name(struct symbol_index *index, uint32_t command, const char *name) {
  uint32_t number = interner_add(index->names, name, strlen(name) + 1, NULL);
  uint64_t pair = (uint64_t)number << 32 | command;
  if (map_get(&index->pairs, pair, NULL))
    return;
  map_set(&index->pairs, pair, 1);
  vector_push(&index->files.items[command].names, number);
}

/* The file of the index; NULL: there is no place for it. */
static const char *path_of_index(struct symbol_index *index) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  char digest[SHA256_TEXT];
  const char *folder = index->options->commands[0].directory;
  sha256_of_bytes(folder, strlen(folder), digest);
  if (cache && *cache == '/')
    return arena_format(index->arena, "%s/heddle/symbols-%.16s", cache, digest);
  return home && *home == '/'
             ? arena_format(index->arena, "%s/.cache/heddle/symbols-%.16s", home, digest)
             : NULL;
}

/* The next word of a line, NUL-terminated in place; NULL: there is none. */
static char *next_word(char **line) {
  char *word = *line + strspn(*line, " "), *end = word + strcspn(word, " ");
  *line = *end ? end + 1 : end;
  *end = '\0';
  return *word ? word : NULL;
}

static void read_stamp(struct symbol_index *index, char *line) {
  struct stamp stamp = {0};
  int path = 0;
  if (sscanf(line, "%" SCNd64 " %" SCNd64 " %n", &stamp.size, &stamp.time, &path) == 2 && path)
    add_path(index, line + path, &stamp);
}

/* The command that the line is about, if everything that it needs is as it was; NULL otherwise. */
static struct indexed_file *read_needs(struct symbol_index *index, char *line) {
  char *word = next_word(&line);
  uint64_t command;
  if (!word || !map_get(&index->by_key, strtoull(word, NULL, 16), &command))
    return NULL;
  struct indexed_file *file = &index->files.items[command];
  bool is_same = !file->is_known;
  file->needs.count = 0;
  while (is_same && (word = next_word(&line))) {
    uint32_t number = (uint32_t)strtoul(word, NULL, 10);
    is_same = number < index->stamps.count && index->stamps.items[number].is_same;
    vector_push(&file->needs, number);
  }
  file->is_known |= is_same && file->needs.count;
  return is_same && file->needs.count ? file : NULL;
}

static void read_kept(struct symbol_index *index, char *text) {
  struct indexed_file *file = NULL;
  char *line = text;
  for (char *end; line && *line; line = end) {
    end = strchr(line, '\n');
    if (end)
      *end++ = '\0';
    if (strncmp(line, "needs ", 6) == 0)
      read_stamp(index, line + 6);
    else if (strncmp(line, "file ", 5) == 0)
      file = read_needs(index, line + 5);
    else if (strncmp(line, "names", 5) == 0 && file)
      for (char *rest = line + 5, *word; (word = next_word(&rest));)
        add_name(index, (uint32_t)(file - index->files.items), word);
  }
}

static void read_index(struct symbol_index *index, const char *path) {
  struct text kept = {0};
  if (path && file_read(path, &kept) && strncmp(text_get(&kept), FORMAT "\n", sizeof FORMAT) == 0)
    read_kept(index, kept.data + sizeof FORMAT);
  text_release(&kept);
}

/* What a job finds, as lines: each name and file once. */
struct file_finding {
  struct symbol_listener listener;
  struct interner *seen;
  struct text *lines;
};

static void note_once(struct file_finding *finding, char kind, const char *what, size_t length) {
  struct text line = {0};
  bool is_new;
  text_format(&line, "%c%.*s\n", kind, (int)length, what);
  interner_add(finding->seen, line.data, line.length, &is_new);
  if (is_new && length)
    text_add(finding->lines, text_get(&line));
  text_release(&line);
}

static void note_name(struct symbol_listener *listener, const char *name, size_t length) {
  note_once((struct file_finding *)listener, 'd', name, length);
}

static void note_file(struct symbol_listener *listener, const char *file, size_t length) {
  note_once((struct file_finding *)listener, 'n', file, length);
}

static enum status read_file(void *context, size_t number, struct text *lines) {
  const struct symbol_index *index = context;
  const struct compile_command *command = &index->options->commands[index->unknown.items[number]];
  struct file_finding finding = {{note_name, note_file}, interner_create(), lines};
  struct text source = {0};
  enum status status = clang_preprocess(index->options, command->file, &source);
  if (status == STATUS_OK)
    file_symbols_find(text_get(&source), &finding.listener);
  note_file(&finding.listener, command->file, strlen(command->file));
  text_release(&source);
  interner_destroy(finding.seen);
  return status;
}

static void take_file(void *context, size_t number, const struct job_answer *answer) {
  struct symbol_index *index = context;
  uint32_t command = index->unknown.items[number];
  struct indexed_file *file = &index->files.items[command];
  const char *folder = index->options->commands[command].directory;
  const char *here = file_path_here(index->arena);
  build_progress_step(&index->progress);
  file->is_unclear = answer->status != STATUS_OK;
  file->is_known = !file->is_unclear;
  file->needs.count = 0;
  if (file->is_unclear)
    return;
  for (char *line = answer->bytes.data, *end; line && *line; line = end) {
    end = strchr(line, '\n');
    if (!end)
      break;
    *end++ = '\0';
    bool is_own = strcmp(line + 1, index->options->commands[command].file) == 0;
    if (*line == 'd')
      add_name(index, command, line + 1);
    else
      vector_push(
          &file->needs,
          add_path(index, file_path_resolve(index->arena, is_own ? here : folder, line + 1), NULL));
  }
}

/* Did all that it needs rest for a moment before it was read? */
static bool can_be_kept(const struct symbol_index *index, const struct indexed_file *file) {
  bool rested = file->is_known && file->needs.count;
  vector_each (number, &file->needs)
    rested &= index->stamps.items[*number].is_same &&
              index->stamps.items[*number].time < index->begin - moment;
  return rested;
}

static void print_index(const struct symbol_index *index, struct text *out) {
  text_add(out, FORMAT "\n");
  for (uint32_t i = 0; i < index->stamps.count; i++)
    text_format(out, "needs %" PRId64 " %" PRId64 " %s\n", index->stamps.items[i].size,
                index->stamps.items[i].time, (const char *)interner_data(index->paths, i, NULL));
  vector_each (file, &index->files) {
    if (!can_be_kept(index, file))
      continue;
    text_format(out, "file %" PRIx64, file->key);
    vector_each (number, &file->needs)
      text_format(out, " %" PRIu32, *number);
    text_add(out, "\nnames");
    vector_each (number, &file->names)
      text_format(out, " %s", (const char *)interner_data(index->names, *number, NULL));
    text_add(out, "\n");
  }
}

/* Replaces the file at once, so that another heddle never reads half of it. Silent: without a cache
 * the files are read again next time. */
static void keep_index(struct symbol_index *index, const char *path) {
  struct text text = {0};
  char *folder = path ? arena_copy_text(index->arena, path) : NULL;
  for (unsigned up = 0; folder && up < 2; up++) {
    *strrchr(folder, '/') = '\0';
    if (up == 1)
      mkdir(folder, 0777);
  }
  if (!folder)
    return;
  mkdir(file_path_folder(index->arena, path, "/"), 0777);
  const char *fresh = arena_format(index->arena, "%s.%ld", path, (long)getpid());
  FILE *file = fopen(fresh, "we");
  if (!file)
    return;
  print_index(index, &text);
  bool is_written = fwrite(text_get(&text), 1, text.length, file) == text.length;
  is_written &= fclose(file) == 0;
  if (!is_written || rename(fresh, path) != 0)
    unlink(fresh);
  text_release(&text);
}

static void prepare_files(struct symbol_index *index) {
  const struct frontend_options *options = index->options;
  for (uint32_t i = 0; i < options->command_count; i++) {
    struct indexed_file file = {.key = key_of(options, &options->commands[i])};
    file.is_unclear = file_path_is_cplusplus(options->commands[i].file);
    vector_push(&index->files, file);
    map_set(&index->by_key, file.key, i);
  }
}

enum status symbol_index_create(const struct frontend_options *options,
                                struct symbol_index **created) {
  struct symbol_index *index = memory_allocate_zeroed(sizeof *index);
  struct timespec now;
  *created = index;
  index->options = options;
  index->arena = arena_create();
  index->paths = interner_create();
  index->names = interner_create();
  prepare_files(index);
  const char *path = path_of_index(index);
  read_index(index, path);
  clock_gettime(CLOCK_REALTIME, &now);
  index->begin = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
  for (uint32_t i = 0; i < index->files.count; i++)
    if (!index->files.items[i].is_known && !index->files.items[i].is_unclear)
      vector_push(&index->unknown, i);
  build_progress_begin(&index->progress, "reading", index->unknown.count, options->quiet);
  struct job_list jobs = {.count = index->unknown.count,
                          .processes = options->processes,
                          .context = index,
                          .limits = options->limits,
                          .run = read_file,
                          .take = take_file};
  enum status status = jobs_run(&jobs);
  build_progress_end(&index->progress);
  if (index->unknown.count) /* also what was read before a limit: the next run goes on from there */
    keep_index(index, path);
  return status;
}

void symbol_index_destroy(struct symbol_index *index) {
  if (!index)
    return;
  vector_each (file, &index->files) {
    vector_release(&file->needs);
    vector_release(&file->names);
  }
  vector_release(&index->files);
  vector_release(&index->stamps);
  vector_release(&index->unknown);
  map_release(&index->by_key);
  map_release(&index->pairs);
  interner_destroy(index->paths);
  interner_destroy(index->names);
  arena_destroy(index->arena);
  memory_release(index);
}

bool symbol_index_may_define(const struct symbol_index *index, size_t command, const char *name) {
  uint32_t number;
  return interner_find(index->names, name, strlen(name) + 1, &number) &&
         map_get(&index->pairs, (uint64_t)number << 32 | command, NULL);
}

bool symbol_index_is_unclear(const struct symbol_index *index, size_t command) {
  return index->files.items[command].is_unclear;
}
