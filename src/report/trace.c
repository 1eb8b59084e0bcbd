/* SPDX-License-Identifier: Apache-2.0 */
/* Traces as JSON: one line per list item, so that traces can be compared with diff. */
#include "report/trace.h"

#include "base/file.h"
#include "base/text.h"
#include "report/document.h"
#include "report/story.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { VERSION = 1 };
static const char format_name[] = "heddle-trace";

static json_t *schedule_of(const struct schedule *schedule) {
  json_t *list = json_array();
  for (size_t i = 0; i < schedule->entries.count; i++) {
    json_t *entry = json_object();
    const struct schedule_entry *from = &schedule->entries.items[i];
    json_object_set_new(entry, "thread", json_integer(from->thread));
    json_object_set_new(entry, from->flush ? "flush" : "steps",
                        json_integer(from->flush ? from->flush : from->steps));
    json_array_append_new(list, entry);
  }
  return list;
}

static json_t *exceptions_of(const struct schedule *schedule) {
  json_t *list = json_array();
  for (size_t i = 0; i < schedule->exceptions.count; i++)
    json_array_append_new(list, json_pack("{s:I, s:I}", "access",
                                          (json_int_t)schedule->exceptions.items[i].access, "other",
                                          (json_int_t)schedule->exceptions.items[i].other));
  return list;
}

static json_t *choices_of(const struct schedule *schedule) {
  json_t *list = json_array();
  for (size_t i = 0; i < schedule->choices.count; i++) {
    char hexadecimal[24];
    snprintf(hexadecimal, sizeof hexadecimal, "0x%" PRIx64, schedule->choices.items[i]);
    json_array_append_new(list, json_string(hexadecimal));
  }
  return list;
}

static json_t *known_of(const struct known_violations *known, const struct program *program) {
  json_t *list = json_array();
  vector_each (site, &known->list) {
    json_t *object = json_object(), *places = json_array();
    for (uint32_t j = 0; j < site->count; j++) {
      json_t *place = json_object();
      document_set_position(place, program, site->places[j]);
      json_array_append_new(places, place);
    }
    json_object_set_new(object, "property", json_string(property_name(site->property)));
    json_object_set_new(object, "places", places);
    json_array_append_new(list, object);
  }
  return list;
}

static json_t *suppressions_of(const struct suppressions *suppressions) {
  json_t *list = json_array();
  for (size_t i = 0; i < suppressions_count(suppressions); i++)
    json_array_append_new(list, json_text(suppressions_line(suppressions, i)));
  return list;
}

static const struct {
  unsigned kind;
  const char *name;
} kind_names[] = {{REUSE_BLOCKS, "blocks"},
                  {REUSE_SLOTS, "local variables"},
                  {REUSE_RECORDS, "threads"},
                  {REUSE_INSIDE, "insides"}};
enum { KINDS = sizeof kind_names / sizeof *kind_names };

static json_t *kinds_of(unsigned kinds) {
  json_t *list = json_array();
  for (size_t i = 0; i < KINDS; i++)
    if (kinds & kind_names[i].kind)
      json_array_append_new(list, json_string(kind_names[i].name));
  return list;
}

static unsigned read_kinds(const json_t *list) {
  unsigned kinds = 0;
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *name = json_string_value(json_array_get(list, i));
    for (size_t j = 0; name && j < KINDS; j++)
      kinds |= strcmp(name, kind_names[j].name) == 0 ? kind_names[j].kind : 0;
  }
  return kinds;
}

/* Settings that a document has only if they are not what is usual. */
static const struct setting {
  const char *name;
  bool is_flag;  /* else a text */
  size_t offset; /* in struct trace_source */
} settings[] = {
    {"repeat", true, offsetof(struct trace_source, repeats)},
    {"undefined", false, offsetof(struct trace_source, undefined)},
    {"assume_pure", false, offsetof(struct trace_source, assume_pure)},
    {"faults", true, offsetof(struct trace_source, faults)},
    {"error_functions", false, offsetof(struct trace_source, error_functions)},
    {"spec", false, offsetof(struct trace_source, specification)},
    {"args", false, offsetof(struct trace_source, arguments)},
    {"env", false, offsetof(struct trace_source, variables)},
    {"stdin", false, offsetof(struct trace_source, input)},
    {"compdb", false, offsetof(struct trace_source, compdb)},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

void trace_print_settings(struct text *out, const struct trace *trace) {
  const struct trace_source *source = &trace->source;
  document_print_field(out, "files", document_strings(source->files, source->file_count));
  document_print_field(out, "clang_flags",
                       document_strings(source->clang_flags, source->clang_flag_count));
  document_print_field(out, "data_model",
                       json_string(source->data_model == DATA_MODEL_LP64 ? "LP64" : "ILP32"));
  document_print_field(out, "memory_model", json_string(memory_model_name(trace->memory_model)));
  if (source->volatile_atomic)
    document_print_field(out, "volatile", json_string("atomic"));
  if (trace->reuses_addresses)
    document_print_field(out, "address_reuse", json_true());
  if (trace->address_parts)
    document_print_field(out, "address_parts", kinds_of(trace->address_parts));
  document_print_field(out, "entry", json_text(source->entry ? source->entry : "main"));
  for (size_t i = 0; i < SETTINGS; i++) {
    const void *field = (const char *)source + settings[i].offset;
    if (settings[i].is_flag && *(const bool *)field)
      document_print_field(out, settings[i].name, json_true());
    else if (!settings[i].is_flag && *(const char *const *)field)
      document_print_field(out, settings[i].name, json_text(*(const char *const *)field));
  }
}

void trace_print(struct text *out, const struct trace *trace, const struct story *story,
                 const struct state *state, const struct violation *violation) {
  text_add(out, "{");
  document_print_field(out, "format", json_string(format_name));
  document_print_field(out, "version", json_integer(VERSION));
  trace_print_settings(out, trace);
  document_print_field(out, "properties", document_properties(trace->properties));
  if (state && trace->ignored && trace->ignored->list.count)
    document_print_field(out, "known", known_of(trace->ignored, state->program));
  if (state && trace->ignored && suppressions_count(trace->ignored->suppressions))
    document_print_field(out, "suppressions", suppressions_of(trace->ignored->suppressions));
  document_print_field(out, "violation",
                       violation ? document_violation(violation, story, state) : json_null());
  document_print_field(out, "threads", document_threads(state));
  document_print_field(out, "schedule", schedule_of(&trace->schedule));
  document_print_field(out, "choices", choices_of(&trace->schedule));
  if (trace->schedule.has_graph)
    document_print_field(out, "exceptions", exceptions_of(&trace->schedule));
  document_print_field(out, "steps", document_steps(story, state, violation));
  text_add(out, "\n}\n");
}

enum status trace_write(const char *path, const struct trace *trace, struct story *story,
                        const struct state *state, const struct violation *violation) {
  struct text text = {0};
  if (story && state)
    story_finish(story, state);
  trace_print(&text, trace, story, state, violation);
  bool written = file_write(path, &text);
  text_release(&text);
  return written ? STATUS_OK : STATUS_BAD_INPUT;
}

static enum status read_strings(const char *path, struct trace *trace, const json_t *root,
                                const char *name, const char *const **texts, size_t *count) {
  const json_t *list = json_object_get(root, name);
  if (!json_is_array(list))
    return json_complain(path, "\"%s\" is not a list", name);
  *count = json_array_size(list);
  const char **copies = arena_allocate(trace->arena, *count * sizeof *copies);
  for (size_t i = 0; i < *count; i++) {
    const char *text = json_string_value(json_array_get(list, i));
    if (!text)
      return json_complain(path, "\"%s\"[%zu] is not a text", name, i);
    copies[i] = arena_copy_text(trace->arena, text);
  }
  *texts = copies;
  return STATUS_OK;
}

static enum status read_header(const char *path, const json_t *root) {
  const char *format = json_string_value(json_object_get(root, "format"));
  const json_t *version = json_object_get(root, "version");
  if (!format || strcmp(format, format_name) != 0)
    return json_complain(path, "not a trace of heddle (\"format\" is not \"%s\")", format_name);
  if (!json_is_integer(version) || json_integer_value(version) != VERSION)
    return json_complain(path, "the version of the format is not %d", VERSION);
  return STATUS_OK;
}

static enum status read_settings(const char *path, struct trace *trace, const json_t *root) {
  const char *model = json_string_value(json_object_get(root, "data_model"));
  const char *entry = json_string_value(json_object_get(root, "entry"));
  if (!model || (strcmp(model, "LP64") != 0 && strcmp(model, "ILP32") != 0))
    return json_complain(path, "\"data_model\" is neither \"LP64\" nor \"ILP32\"");
  trace->source.data_model = strcmp(model, "LP64") == 0 ? DATA_MODEL_LP64 : DATA_MODEL_ILP32;
  trace->reuses_addresses = json_is_true(json_object_get(root, "address_reuse"));
  trace->address_parts = read_kinds(json_object_get(root, "address_parts"));
  const json_t *memory = json_object_get(root, "memory_model");
  if (memory && (!json_is_string(memory) ||
                 !memory_model_find(json_string_value(memory), &trace->memory_model)))
    return json_complain(path, "\"memory_model\" is none of \"sc\", \"tso\", \"pso\" and \"rc11\"");
  const char *volatiles = json_string_value(json_object_get(root, "volatile"));
  trace->source.volatile_atomic = volatiles && strcmp(volatiles, "atomic") == 0;
  if (entry && strcmp(entry, "main") != 0)
    trace->source.entry = arena_copy_text(trace->arena, entry);
  for (size_t i = 0; i < SETTINGS; i++) {
    void *field = (char *)&trace->source + settings[i].offset;
    const json_t *value = json_object_get(root, settings[i].name);
    if (settings[i].is_flag)
      *(bool *)field = json_is_true(value);
    else if (json_is_string(value))
      *(const char **)field = arena_copy_text(trace->arena, json_string_value(value));
  }
  const char *violated =
      json_string_value(json_object_get(json_object_get(root, "violation"), "property"));
  enum property property;
  if (violated && !property_find(violated, &property))
    return json_complain(path, "\"violation\": there is no property \"%s\"", violated);
  if (violated)
    trace->violated = property_name(property);
  const json_t *list = json_object_get(root, "properties");
  if (!json_is_array(list))
    return json_complain(path, "\"properties\" is not a list");
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *name = json_string_value(json_array_get(list, i));
    if (!name || !property_find(name, &property))
      return json_complain(path, "\"properties\"[%zu] is not the name of a property", i);
    trace->properties |= (property_set)1 << property;
  }
  return STATUS_OK;
}

static bool read_number(const json_t *object, const char *name, uint32_t least, uint32_t *number) {
  const json_t *value = json_object_get(object, name);
  if (!json_is_integer(value) || json_integer_value(value) < least ||
      json_integer_value(value) >= UINT32_MAX)
    return false;
  *number = (uint32_t)json_integer_value(value);
  return true;
}

static bool read_choice(const json_t *value, uint64_t *bits) {
  const char *text = json_string_value(value);
  if (!text || strncmp(text, "0x", 2) != 0 || !text[2] || strlen(text) > 18 ||
      strspn(text + 2, "0123456789abcdefABCDEF") != strlen(text + 2))
    return false;
  *bits = 0;
  for (text += 2; *text; text++) {
    int digit = *text <= '9' ? *text - '0' : (*text | 0x20) - 'a' + 10;
    *bits = *bits << 4 | (uint64_t)digit;
  }
  return true;
}

/* "exceptions", if there are any: the execution has a graph. */
static enum status read_exceptions(const char *path, struct trace *trace, const json_t *root) {
  const json_t *list = json_object_get(root, "exceptions");
  if (list && !json_is_array(list))
    return json_complain(path, "\"exceptions\" is not a list");
  trace->schedule.has_graph = list != NULL;
  for (size_t i = 0; i < json_array_size(list); i++) {
    uint32_t access, other;
    if (!read_number(json_array_get(list, i), "access", 1, &access) ||
        !read_number(json_array_get(list, i), "other", 0, &other))
      return json_complain(path, "\"exceptions\"[%zu] has no numbers \"access\" and \"other\"", i);
    vector_push(&trace->schedule.exceptions, (struct schedule_exception){access, other});
  }
  return STATUS_OK;
}

static enum status read_schedule(const char *path, struct trace *trace, const json_t *root) {
  const json_t *entries = json_object_get(root, "schedule");
  const json_t *choices = json_object_get(root, "choices");
  if (!json_is_array(entries))
    return json_complain(path, "\"schedule\" is not a list");
  if (!json_is_array(choices))
    return json_complain(path, "\"choices\" is not a list");
  for (size_t i = 0; i < json_array_size(entries); i++) {
    struct schedule_entry entry = {0, 1, 0};
    const json_t *object = json_array_get(entries, i);
    if (!read_number(object, "thread", 0, &entry.thread))
      return json_complain(path, "\"schedule\"[%zu]: \"thread\" is not a thread's number", i);
    bool is_flush = json_object_get(object, "flush") != NULL;
    if (!read_number(object, is_flush ? "flush" : "steps", 1,
                     is_flush ? &entry.flush : &entry.steps))
      return json_complain(path, "\"schedule\"[%zu]: \"%s\" is not a positive number", i,
                           is_flush ? "flush" : "steps");
    vector_push(&trace->schedule.entries, entry);
  }
  for (size_t i = 0; i < json_array_size(choices); i++) {
    uint64_t bits;
    if (!read_choice(json_array_get(choices, i), &bits))
      return json_complain(path, "\"choices\"[%zu] is not a number like \"0x1f\"", i);
    vector_push(&trace->schedule.choices, bits);
  }
  return read_exceptions(path, trace, root);
}

static bool read_place(const json_t *object, struct trace *trace, struct known_place *place) {
  const char *file = json_string_value(json_object_get(object, "file"));
  if (!file || !read_number(object, "line", 1, &place->line) ||
      !read_number(object, "column", 0, &place->column))
    return false;
  place->file = arena_copy_text(trace->arena, file);
  return true;
}

static enum status read_known(const char *path, struct trace *trace, const json_t *root) {
  if (json_object_get(root, "suppressions")) {
    enum status status = read_strings(path, trace, root, "suppressions", &trace->suppressions,
                                      &trace->suppression_count);
    if (status != STATUS_OK)
      return status;
  }
  const json_t *sites = json_object_get(root, "known");
  if (sites && !json_is_array(sites))
    return json_complain(path, "\"known\" is not a list");
  size_t count = 0;
  for (size_t i = 0; i < json_array_size(sites); i++)
    count += json_array_size(json_object_get(json_array_get(sites, i), "places"));
  struct known_place *known = arena_allocate(trace->arena, count * sizeof *known);
  trace->known = known;
  for (size_t i = 0; i < json_array_size(sites); i++) {
    const json_t *site = json_array_get(sites, i), *places = json_object_get(site, "places");
    const char *name = json_string_value(json_object_get(site, "property"));
    struct known_place place = {.site = i};
    if (!name || !property_find(name, &place.property))
      return json_complain(path, "\"known\"[%zu]: \"property\" is not the name of a property", i);
    for (size_t j = 0; j < json_array_size(places); j++) {
      if (!read_place(json_array_get(places, j), trace, &place))
        return json_complain(path, "\"known\"[%zu]: \"places\"[%zu] is not a place", i, j);
      known[trace->known_count++] = place;
    }
  }
  return STATUS_OK;
}

static enum status read_all(const char *path, struct trace *trace, const json_t *root) {
  enum status status = read_header(path, root);
  if (status == STATUS_OK)
    status = read_settings(path, trace, root);
  if (status == STATUS_OK)
    status =
        read_strings(path, trace, root, "files", &trace->source.files, &trace->source.file_count);
  if (status == STATUS_OK)
    status = read_strings(path, trace, root, "clang_flags", &trace->source.clang_flags,
                          &trace->source.clang_flag_count);
  if (status == STATUS_OK)
    status = read_known(path, trace, root);
  return status == STATUS_OK ? read_schedule(path, trace, root) : status;
}

enum status trace_read(const char *path, struct trace *trace) {
  json_t *root = json_read(path, JSON_REJECT_DUPLICATES);
  if (!root)
    return STATUS_BAD_INPUT;
  *trace = (struct trace){.arena = arena_create()};
  enum status status = read_all(path, trace, root);
  json_decref(root);
  if (status != STATUS_OK)
    trace_release(trace);
  return status;
}

void trace_release(struct trace *trace) {
  schedule_release(&trace->schedule);
  arena_destroy(trace->arena);
  *trace = (struct trace){0};
}
