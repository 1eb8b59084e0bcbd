/* SPDX-License-Identifier: Apache-2.0 */
/* Collects what both formats need and writes the file. */
#include "report/witness.h"

#include "base/file.h"
#include "base/path.h"
#include "base/sha256.h"
#include "report/describe.h"
#include "report/witness_record.h"
#include "report/witness_steps.h"
#include "semantics/machine.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

static bool is_yaml(const char *path) {
  return file_path_has_ending(path, ".yml") || file_path_has_ending(path, ".yaml");
}

bool witness_has_format(const char *path) {
  return is_yaml(path) || file_path_has_ending(path, ".graphml");
}

const char *witness_property_name(const struct violation *violation) {
  bool frees = violation->edge && (violation->edge->op == OPERATION_FREE ||
                                   violation->edge->op == OPERATION_BLOCK_SIZE);
  switch (violation->property) {
  case PROPERTY_REACH:
    return "unreach-call";
  case PROPERTY_RACE:
    return "no-data-race";
  case PROPERTY_DEADLOCK:
    return "no-deadlock";
  case PROPERTY_OVERFLOW:
    return "no-overflow";
  case PROPERTY_MEMORY:
    return frees ? "valid-free" : "valid-deref";
  case PROPERTY_LEAK:
    return "valid-memtrack";
  case PROPERTY_MEMCLEANUP:
    return "valid-memcleanup";
  case PROPERTY_SPEC:
  case PROPERTY_ABORT:
  case PROPERTY_LOCK:
  case PROPERTY_DIVISION:
  case PROPERTY_COUNT:
    break;
  }
  return NULL;
}

/* Random, version 4. */
static void make_uuid(char uuid[40]) {
  unsigned char bytes[16] = {0};
  ssize_t got = getrandom(bytes, sizeof bytes, 0);
  (void)got; /* fewer bytes make it less random, not wrong */
  bytes[6] = (unsigned char)((bytes[6] & 0x0f) | 0x40);
  bytes[8] = (unsigned char)((bytes[8] & 0x3f) | 0x80);
  size_t length = 0;
  for (size_t i = 0; i < sizeof bytes; i++) {
    if (i == 4 || i == 6 || i == 8 || i == 10)
      uuid[length++] = '-';
    length += (size_t)snprintf(uuid + length, 3, "%02x", bytes[i]);
  }
}

static enum status make_header(struct witness_header *header, struct arena *arena,
                               const struct witness_task *task) {
  *header = (struct witness_header){.task = task};
  const char **hashes = arena_allocate(arena, task->file_count * sizeof *hashes);
  for (size_t i = 0; i < task->file_count; i++) {
    char *hash = arena_allocate(arena, SHA256_TEXT);
    if (!sha256_of_file(task->files[i], hash)) {
      fprintf(stderr, "heddle: %s: %s\n", task->files[i], strerror(errno));
      return STATUS_BAD_INPUT;
    }
    hashes[i] = hash;
  }
  header->hashes = hashes;
  time_t now = time(NULL);
  struct tm parts;
  gmtime_r(&now, &parts);
  strftime(header->created, sizeof header->created, "%Y-%m-%dT%H:%M:%SZ", &parts);
  make_uuid(header->uuid);
  return STATUS_OK;
}

static enum status write_witness(const char *path, const struct witness_task *task,
                                 const struct witness_story *story) {
  struct arena *arena = arena_create();
  struct witness_header header;
  struct text text = {0};
  enum status status = make_header(&header, arena, task);
  if (status == STATUS_OK) {
    (is_yaml(path) ? witness_print_yaml : witness_print_graphml)(&text, &header, story);
    if (!file_write(path, &text))
      status = STATUS_BAD_INPUT;
  }
  text_release(&text);
  arena_destroy(arena);
  return status;
}

enum status witness_write_correctness(const char *path, const struct witness_task *task) {
  return write_witness(path, task, NULL);
}

/* The call of an error function is the violation, not what its body would do. */
static bool is_error_function(const struct function *function) {
  return strcmp(function->name, "reach_error") == 0 ||
         strcmp(function->name, "__VERIFIER_error") == 0;
}

/* Where a thread fails, seen from the user's code. */
static struct witness_step find_target(const struct thread *thread, struct position at) {
  struct witness_step target = {.kind = WITNESS_AT, .at = at, .name = ""};
  if (!thread || !thread->frames.count)
    return target;
  struct site site = describe_site(thread);
  target.function = site.function;
  if (site.library) {
    target.at = site.at;
    target.name = program_function_name(site.library->function);
    return target;
  }
  size_t top = thread->frames.count - 1;
  if (!site.function || !is_error_function(site.function) || top == 0 ||
      thread->frames.items[top - 1].function->is_library)
    return target;
  target.name = site.function->name;
  target.function = thread->frames.items[top - 1].function;
  target.at = target.function->edges[thread->frames.items[top].call_edge].at;
  return target;
}

static void add_target(struct witness_story *story, const struct witness *witness,
                       const struct state *state, uint32_t number, struct position at,
                       bool is_past) {
  struct witness_step target = find_target(is_past ? NULL : state_thread(state, number), at);
  target.thread = witness_thread(witness, number);
  story->targets[story->target_count++] = target;
}

enum status witness_write_violation(const char *path, const struct witness_task *task,
                                    struct witness *witness, const struct state *state,
                                    const struct violation *violation) {
  struct witness_story story = {.program = state->program};
  witness_settle(witness, state);
  story.steps = witness_steps(witness, &story.step_count);
  add_target(&story, witness, state, violation->thread, violation->at, false);
  if (violation->property == PROPERTY_RACE)
    add_target(&story, witness, state, violation->other_thread, violation->other_at,
               violation->other_is_past);
  return write_witness(path, task, &story);
}
