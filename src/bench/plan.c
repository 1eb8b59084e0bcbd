/* SPDX-License-Identifier: Apache-2.0 */
/* Turns task definitions into items. A task has the name that its set gives it, so that results
 * from different machines can be compared. If two files would get the same name, the later one is
 * known by its path. */
#include "bench/plan.h"

#include "base/map.h"
#include "base/path.h"
#include "base/text.h"

#include <string.h>

static const char *file_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static const char *property_name_of(struct plan *plan, const char *file) {
  const char *name = file_name(file);
  size_t length = strlen(name);
  if (file_path_has_ending(name, ".prp"))
    length -= 4;
  return arena_format(plan->arena, "%.*s", (int)length, name);
}

/* `of`: the entry of the task definition, or NULL. */
static void add_item(struct plan *plan, struct plan_item item, const char *property_file,
                     const struct task_property *of) {
  item.property_file = property_file ? arena_copy_text(plan->arena, property_file) : NULL;
  item.property = property_file ? property_name_of(plan, property_file) : "";
  item.expected = of ? of->expected : EXPECT_UNKNOWN;
  item.subproperty = of ? arena_copy_text(plan->arena, of->subproperty) : "";
  vector_push(&plan->items, item);
}

static bool expects_something(const struct task_file *task) {
  for (size_t i = 0; i < task->property_count; i++)
    if (task->properties[i].expected != EXPECT_UNKNOWN)
      return true;
  return false;
}

/* Entries without a verdict are there for other purposes, unless there is nothing else. */
static void add_own_properties(struct plan *plan, const struct plan_item *item,
                               const struct task_file *task) {
  bool choosy = expects_something(task);
  for (size_t i = 0; i < task->property_count; i++)
    if (!choosy || task->properties[i].expected != EXPECT_UNKNOWN)
      add_item(plan, *item, task->properties[i].file, &task->properties[i]);
  if (task->property_count == 0)
    add_item(plan, *item, NULL, NULL);
}

static void add_asked_property(struct plan *plan, const struct plan_item *item,
                               const struct task_file *task, const char *property_file) {
  for (size_t i = 0; i < task->property_count; i++)
    if (strcmp(file_name(task->properties[i].file), file_name(property_file)) == 0) {
      add_item(plan, *item, property_file, &task->properties[i]);
      return;
    }
  plan->passed_over++;
}

static void add_definition(struct plan *plan, struct plan_item item,
                           const struct plan_question *question) {
  struct task_file task;
  struct text problem = {0};
  if (task_file_read(item.path, &task, &problem) != STATUS_OK) {
    item.problem = arena_copy_text(plan->arena, text_get(&problem));
    text_release(&problem);
    add_item(plan, item, question->property_file, NULL);
    return;
  }
  item.is_definition = true;
  item.data_model = task.data_model;
  item.file_count = task.file_count;
  const char **files = arena_allocate(plan->arena, task.file_count * sizeof *files);
  for (size_t i = 0; i < task.file_count; i++)
    files[i] = arena_copy_text(plan->arena, task.files[i]);
  item.files = files;
  if (question->property_file)
    add_asked_property(plan, &item, &task, question->property_file);
  else if (question->property_list)
    add_item(plan, item, NULL, NULL);
  else
    add_own_properties(plan, &item, &task);
  task_file_release(&task);
}

static void add_program(struct plan *plan, struct plan_item item,
                        const struct plan_question *question) {
  item.files = arena_copy(plan->arena, &item.path, sizeof item.path);
  item.file_count = 1;
  add_item(plan, item, question->property_file, NULL);
}

void plan_make(struct plan *plan, const struct task_set *set,
               const struct plan_question *question) {
  *plan = (struct plan){.arena = arena_create()};
  struct interner *paths = interner_create(), *names = interner_create();
  for (size_t i = 0; i < set->paths.count; i++) {
    const char *path = set->paths.items[i], *name = set->names.items[i];
    bool is_new;
    interner_add(paths, path, strlen(path), &is_new);
    if (!is_new)
      continue;
    interner_add(names, name, strlen(name), &is_new);
    struct plan_item item = {
        .name = arena_copy_text(plan->arena, is_new ? name : path),
        .path = arena_copy_text(plan->arena, path),
    };
    if (file_path_has_ending(path, ".yml") || file_path_has_ending(path, ".yaml"))
      add_definition(plan, item, question);
    else
      add_program(plan, item, question);
  }
  interner_destroy(names);
  interner_destroy(paths);
}

void plan_release(struct plan *plan) {
  arena_destroy(plan->arena);
  vector_release(&plan->items);
}
