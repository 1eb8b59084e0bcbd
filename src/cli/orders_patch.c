/* SPDX-License-Identifier: Apache-2.0 */
/* The edited files are in a temporary folder. A file system overlay shows them to clang under their
 * real names, so headers and relative paths keep their meaning. */
#include "cli/orders_patch.h"

#include "base/file.h"
#include "base/path.h"
#include "cli/input.h"
#include "cli/options.h"
#include "orders/patch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The other order of a compare-exchange. */
static enum memory_order sibling_of(const struct order_slots *slots, const unsigned char *setting,
                                    size_t number) {
  const struct order_slot *slot = &slots->list.items[number];
  enum slot_kind wanted = slot->kind == SLOT_CAS ? SLOT_CAS_FAILURE : SLOT_CAS;
  for (size_t i = 0; i < slots->given_count; i++) {
    const struct order_slot *other = &slots->list.items[i];
    if (other->kind == wanted && other->ordinal == slot->ordinal &&
        memcmp(&other->at, &slot->at, sizeof slot->at) == 0)
      return (enum memory_order)setting[i];
  }
  return ORDER_SEQ_CST;
}

size_t orders_patch_edit(struct sources *sources, const struct order_slots *slots,
                         const unsigned char *setting, const char **reasons) {
  size_t refused = 0;
  for (size_t i = 0; i < slots->list.count; i++) {
    const struct order_slot *slot = &slots->list.items[i];
    reasons[i] = NULL;
    if (setting[i] == slot->given)
      continue;
    reasons[i] = sources_rewrite(sources, slot, (enum memory_order)setting[i],
                                 sibling_of(slots, setting, i));
    refused += reasons[i] != NULL;
  }
  return refused;
}

bool orders_patch_write(struct sources *sources, const char *path) {
  struct text patch = {0};
  const char *here = file_path_here(sources->arena);
  vector_each (file, &sources->files) {
    struct text edited = {0};
    if (!file->edits.count)
      continue;
    const char *name = file_path_relative(sources->arena, here,
                                          file_path_resolve(sources->arena, here, file->path));
    sources_print_edited(sources, file, &edited);
    patch_print(&patch, name, text_get(&file->text), text_get(&edited));
    text_release(&edited);
  }
  bool fine = file_write(path, &patch);
  text_release(&patch);
  return fine;
}

/* A string of JSON, which YAML understands. */
static void add_quoted(struct text *out, const char *text) {
  text_add(out, "\"");
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      text_add(out, "\\");
    text_add_bytes(out, text, 1);
  }
  text_add(out, "\"");
}

/* Writes the edited files and the overlay into a folder; false: it cannot be done. */
static bool write_overlay(struct sources *sources, const char *folder, const char *overlay) {
  struct text list = {0};
  const char *here = file_path_here(sources->arena);
  bool fine = true;
  text_add(&list, "{\"version\": 0, \"use-external-names\": false, \"roots\": [\n");
  const char *separator = "";
  for (size_t i = 0; i < sources->files.count && fine; i++) {
    struct source_file *file = &sources->files.items[i];
    struct text edited = {0};
    if (!file->edits.count)
      continue;
    const char *path = arena_format(sources->arena, "%s/%zu", folder, i);
    sources_print_edited(sources, file, &edited);
    fine = file_write(path, &edited);
    text_release(&edited);
    text_format(&list, "%s{\"type\": \"file\", \"name\": ", separator);
    add_quoted(&list, file_path_resolve(sources->arena, here, file->path));
    text_add(&list, ", \"external-contents\": ");
    add_quoted(&list, path);
    text_add(&list, "}");
    separator = ",\n";
  }
  text_add(&list, "]}\n");
  fine = fine && file_write(overlay, &list);
  text_release(&list);
  return fine;
}

static void remove_overlay(struct sources *sources, const char *folder, const char *overlay) {
  for (size_t i = 0; i < sources->files.count; i++)
    unlink(arena_format(sources->arena, "%s/%zu", folder, i));
  unlink(overlay);
  rmdir(folder);
}

static bool check_program(const struct options *options, struct order_trial *trial,
                          struct result *result) {
  struct input input = {0};
  bool fine = input_from_options(&input, options, 0) == 0 && input_load(&input, options) == 0;
  if (fine) {
    struct task again = trial->task;
    again.program = input.program;
    again.known = &input.known;
    trial_run(trial, again, result);
  }
  input_release(&input);
  return fine;
}

bool orders_patch_check(struct sources *sources, const struct options *options,
                        struct order_trial *trial, struct result *result) {
  const char *place = getenv("TMPDIR");
  char *folder =
      arena_format(sources->arena, "%s/heddle-orders-XXXXXX", place && *place ? place : "/tmp");
  if (!mkdtemp(folder)) {
    fprintf(stderr, "heddle: %s: %s\n", folder, strerror(errno));
    return false;
  }
  const char *overlay = arena_format(sources->arena, "%s/overlay.yaml", folder);
  struct options how = *options;
  const char **flags =
      arena_allocate(sources->arena, (options->clang_flag_count + 2) * sizeof *flags);
  for (size_t i = 0; i < options->clang_flag_count; i++)
    flags[i] = options->clang_flags[i];
  flags[options->clang_flag_count] = "-ivfsoverlay";
  flags[options->clang_flag_count + 1] = overlay;
  how.clang_flags = flags;
  how.clang_flag_count += 2;
  how.quiet = true;
  bool fine = write_overlay(sources, folder, overlay) && check_program(&how, trial, result);
  remove_overlay(sources, folder, overlay);
  return fine;
}
