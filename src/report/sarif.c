/* SPDX-License-Identifier: Apache-2.0 */
/* SARIF 2.1.0 (Static Analysis Results Interchange Format, OASIS). A violation is a result whose
 * code flow has one thread flow per thread; executionOrder gives the interleaving of their steps.
 * Every other place where a property could be violated is a result of the kind pass or open. A
 * verdict is in the properties of the run, and its messages are notifications. */
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "report/account.h"
#include "report/account_parts.h"
#include "report/brief.h"
#include "report/document.h"
#include "report/question.h"
#include "report/rows.h"
#include "report/source_text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char schema_uri[] = "https://json.schemastore.org/sarif-2.1.0.json";
static const char source_root[] = "%SRCROOT%"; /* the folder that relative paths start from */

static json_t *message_of(const char *text) {
  json_t *message = json_object();
  json_object_set_new(message, "text", json_text(text));
  return message;
}

/* A path as a URI reference, as RFC 3986 has it. */
static void add_uri(struct text *out, const char *path) {
  if (*path == '/')
    text_add(out, "file://");
  while (strncmp(path, "./", 2) == 0)
    path += 2;
  for (; *path; path++) {
    if (isalnum((unsigned char)*path) || strchr("-._~/", *path))
      text_add_bytes(out, path, 1);
    else
      text_format(out, "%%%02X", (unsigned)(unsigned char)*path);
  }
}

static json_t *artifact_location(const char *path) {
  struct text uri = {0};
  json_t *location = json_object();
  add_uri(&uri, path);
  json_object_set_new(location, "uri", json_string(text_get(&uri)));
  if (*path != '/')
    json_object_set_new(location, "uriBaseId", json_string(source_root));
  text_release(&uri);
  return location;
}

/* The place of the file in the list of artifacts, to which it is added. */
static size_t artifact_index(struct account *account, const json_t *location) {
  json_t *artifact;
  size_t index;
  json_array_foreach(account->artifacts, index, artifact) {
    if (json_equal(json_object_get(artifact, "location"), location))
      return index;
  }
  artifact = json_object();
  json_object_set_new(artifact, "location", json_deep_copy(location));
  json_array_append_new(account->artifacts, artifact);
  return index;
}

struct sarif {
  struct account *account;
  const struct program *program;
  struct source_texts *texts;
};

/* clang counts columns in bytes. */
static uint32_t count_characters(struct sarif *in, struct position at) {
  const char *text = source_texts_get(in->texts, at.file);
  for (uint32_t line = 1; text && line < at.line; line++) {
    text = strchr(text, '\n');
    text = text ? text + 1 : NULL;
  }
  uint32_t characters = 1;
  for (uint32_t i = 1; i < at.column; i++) {
    if (text && (!text[i - 1] || text[i - 1] == '\n'))
      text = NULL;
    characters += !text || ((unsigned char)text[i - 1] & 0xc0) != 0x80;
  }
  return characters;
}

static json_t *physical_location(struct sarif *in, struct position at) {
  json_t *location = json_object(), *region = json_object();
  json_t *file = artifact_location(in->program->files[at.file]);
  json_int_t index = (json_int_t)artifact_index(in->account, file);
  json_object_set_new(file, "index", json_integer(index));
  json_object_set_new(location, "artifactLocation", file);
  json_object_set_new(region, "startLine", json_integer(at.line));
  if (at.column)
    json_object_set_new(region, "startColumn", json_integer(count_characters(in, at)));
  json_object_set_new(location, "region", region);
  return location;
}

static bool is_known(const struct sarif *in, struct position at) {
  return at.line && at.file < in->program->file_count;
}

/* `message` may be NULL. */
static json_t *location_of(struct sarif *in, struct position at, const char *message) {
  json_t *location = json_object();
  if (is_known(in, at))
    json_object_set_new(location, "physicalLocation", physical_location(in, at));
  if (message)
    json_object_set_new(location, "message", message_of(message));
  return location;
}

/* The same for the same violation after changes in other lines of the files. */
static json_t *fingerprints_of(struct sarif *in, const struct violation *violation) {
  struct text content = {0};
  text_add(&content, property_name(violation->property));
  for (uint32_t i = 0; i < violation->site.count && i < 16; i++) {
    struct position at = violation->site.places[i];
    if (!is_known(in, at))
      continue;
    text_format(&content, "\n%s:", in->program->files[at.file]);
    source_texts_add_line(in->texts, &content, at.file, at.line, true);
  }
  char digest[SHA256_TEXT];
  sha256_of_bytes(text_get(&content), content.length, digest);
  text_release(&content);
  json_t *object = json_object();
  json_object_set_new(object, "heddleViolation/v1", json_string(digest));
  return object;
}

static json_t *flow_location(struct sarif *in, const struct row *row, size_t order) {
  json_t *step = json_object();
  struct text text = {0};
  text_add(&text, row->text);
  if (*row->remark)
    text_format(&text, " (%s)", row->remark);
  json_object_set_new(step, "location", location_of(in, row->at, text_get(&text)));
  json_object_set_new(step, "executionOrder", json_integer((json_int_t)order));
  json_object_set_new(step, "importance",
                      json_string(row->kind == ROW_END ? "essential" : "important"));
  text_release(&text);
  return step;
}

/* The steps of one thread, numbered among those of all; NULL: there are none. */
static json_t *thread_flow(struct sarif *in, const struct rows *rows, const struct state *state,
                           uint32_t thread) {
  json_t *locations = json_array();
  for (size_t i = 0; i < rows->list.count; i++) {
    const struct row *row = &rows->list.items[i];
    if (row->thread == thread && row->kind != ROW_FOLD)
      json_array_append_new(locations, flow_location(in, row, i + 1));
  }
  if (!json_array_size(locations)) {
    json_decref(locations);
    return NULL;
  }
  struct text name = {0};
  char number[16];
  snprintf(number, sizeof number, "%u", thread);
  state_describe_thread(&name, state, thread);
  json_t *flow = json_object();
  json_object_set_new(flow, "id", json_string(number));
  json_object_set_new(flow, "message", message_of(text_get(&name)));
  json_object_set_new(flow, "locations", locations);
  text_release(&name);
  return flow;
}

static json_t *code_flows(struct sarif *in, const struct account_violation *found) {
  struct rows rows = {0};
  json_t *flows = json_array(), *flow = json_object(), *threads = json_array();
  rows_fill(&rows, found->story, found->state, found->violation, false, false);
  for (size_t i = 0; i < found->state->thread_count; i++) {
    json_t *thread = thread_flow(in, &rows, found->state, found->state->threads[i]->number);
    if (thread)
      json_array_append_new(threads, thread);
  }
  rows_release(&rows);
  bool has_steps = json_array_size(threads) > 0;
  json_object_set_new(flow, "threadFlows", threads);
  if (has_steps)
    json_array_append(flows, flow);
  json_decref(flow);
  return flows;
}

json_t *sarif_make_result(struct account *account, const struct account_violation *found) {
  const struct program *program = found->state->program;
  struct sarif in = {account, program, source_texts_create(program->files, program->file_count)};
  enum property property = found->violation->property;
  struct brief brief;
  brief_fill(&brief, found->story, found->state, found->violation);
  json_t *result = json_object(), *places = json_array(), *related = json_array();
  json_object_set_new(result, "ruleId", json_string(property_name(property)));
  json_object_set_new(result, "ruleIndex", json_integer((json_int_t)property));
  json_object_set_new(result, "level", json_string("error"));
  json_object_set_new(result, "message", message_of(brief.message));
  if (is_known(&in, brief.at))
    json_array_append_new(places, location_of(&in, brief.at, NULL));
  json_object_set_new(result, "locations", places);
  for (size_t i = 0; i < brief.notes.count; i++) {
    const struct brief_note *note = &brief.notes.items[i];
    json_t *location = location_of(&in, note->at, note->text);
    json_object_set_new(location, "id", json_integer((json_int_t)i + 1));
    json_array_append_new(related, location);
  }
  json_object_set_new(result, "relatedLocations", related);
  json_object_set_new(result, "codeFlows", code_flows(&in, found));
  json_object_set_new(result, "partialFingerprints", fingerprints_of(&in, found->violation));
  brief_release(&brief);
  source_texts_destroy(in.texts);
  return result;
}

/* An obligation that no execution violates, as far as is known. */
static json_t *answer_of(struct sarif *in, const struct obligation *obligation,
                         struct board_answer answer) {
  struct text claim = {0};
  json_t *result = json_object(), *places = json_array(), *properties = json_object();
  question_add_claim(&claim, in->program, obligation);
  json_object_set_new(result, "ruleId",
                      json_string(property_name((enum property)obligation->property)));
  json_object_set_new(result, "ruleIndex", json_integer((json_int_t)obligation->property));
  json_object_set_new(result, "kind", json_string(answer.state == BOARD_PROVEN ? "pass" : "open"));
  json_object_set_new(result, "level", json_string("none"));
  json_object_set_new(result, "message", message_of(text_get(&claim)));
  if (is_known(in, obligation->at))
    json_array_append_new(places, location_of(in, obligation->at, NULL));
  json_object_set_new(result, "locations", places);
  json_object_set_new(properties, "state", json_string(account_state_of(answer)));
  if (answer.engine)
    json_object_set_new(properties, "engine", json_text(answer.engine));
  json_object_set_new(result, "properties", properties);
  text_release(&claim);
  return result;
}

json_t *sarif_make_answers(struct account *account, const struct program *program,
                           const struct board *board, property_set asked) {
  struct sarif in = {account, program, source_texts_create(program->files, program->file_count)};
  const struct obligations *obligations = board_obligations(board);
  json_t *results = json_array();
  for (uint32_t i = 0; i < obligations_count(obligations); i++) {
    const struct obligation *obligation = obligations_at(obligations, i);
    struct board_answer answer = board_at(board, i);
    if (obligation->property != NOT_MODELLED && answer.state != BOARD_VIOLATED &&
        property_in((enum property)obligation->property, asked))
      json_array_append_new(results, answer_of(&in, obligation, answer));
  }
  source_texts_destroy(in.texts);
  return results;
}

static json_t *rules(void) {
  json_t *list = json_array();
  for (int i = 0; i < PROPERTY_COUNT; i++) {
    json_t *rule = json_object(), *configuration = json_object();
    json_object_set_new(rule, "id", json_string(property_name((enum property)i)));
    json_object_set_new(rule, "shortDescription", message_of(property_meaning((enum property)i)));
    json_object_set_new(configuration, "level", json_string("error"));
    json_object_set_new(rule, "defaultConfiguration", configuration);
    json_array_append_new(list, rule);
  }
  return list;
}

static json_t *tool_of(const struct account *account) {
  json_t *tool = json_object(), *driver = json_object();
  json_object_set_new(driver, "name", json_string("heddle"));
  json_object_set_new(driver, "version", json_string(account->version));
  json_object_set_new(driver, "rules", rules());
  json_object_set_new(tool, "driver", driver);
  return tool;
}

static json_t *notification_of(const char *id, const char *level, const char *text) {
  json_t *notification = json_object(), *properties = json_object();
  json_object_set_new(notification, "level", json_string(level));
  json_object_set_new(notification, "message", message_of(text));
  json_object_set_new(properties, "id", json_string(id));
  json_object_set_new(notification, "properties", properties);
  return notification;
}

static json_t *invocation_of(const struct account *account) {
  json_t *invocation = json_object(), *notifications = json_array();
  bool is_decision = strcmp(account->verdict, "ERROR") != 0;
  json_object_set_new(invocation, "executionSuccessful", json_boolean(is_decision));
  json_object_set_new(invocation, "exitCode", json_integer(account->exit_code));
  if (account->reason) {
    struct text text = {0};
    text_format(&text, "%s: %s", account->verdict, account->reason);
    json_array_append_new(
        notifications,
        notification_of("reason", is_decision ? "warning" : "error", text_get(&text)));
    text_release(&text);
  }
  vector_each (note, &account->notes) {
    const char *level = note->kind == NOTE_WARNING ? "warning" : "note";
    json_array_append_new(notifications, notification_of(note->id, level, note->text));
  }
  json_object_set_new(invocation, "toolExecutionNotifications", notifications);
  return invocation;
}

static json_t *run_properties(const struct account *account) {
  json_t *properties = json_object();
  json_object_set_new(properties, "verdict", json_string(account->verdict));
  json_object_set_new(properties, "properties", account_make_properties(account));
  if (account->engine)
    json_object_set_new(properties, "engine", json_text(account->engine));
  return properties;
}

/* Where relative paths start. */
static json_t *base_of(const struct account *account) {
  json_t *bases = json_object(), *root = json_object();
  struct text uri = {0};
  add_uri(&uri, file_path_here(account->arena));
  text_add(&uri, uri.length && uri.data[uri.length - 1] == '/' ? "" : "/");
  json_object_set_new(root, "uri", json_string(text_get(&uri)));
  json_object_set_new(bases, source_root, root);
  text_release(&uri);
  return bases;
}

void account_print_sarif(struct text *out, const struct account *account) {
  json_t *run = json_object(), *invocations = json_array(), *runs = json_array();
  json_object_set_new(run, "tool", tool_of(account));
  json_array_append_new(invocations, invocation_of(account));
  json_object_set_new(run, "invocations", invocations);
  json_object_set_new(run, "originalUriBaseIds", base_of(account));
  json_object_set_new(run, "columnKind", json_string("unicodeCodePoints"));
  json_object_set(run, "artifacts", account->artifacts);
  json_t *results = json_copy(account->results);
  json_array_extend(results, account->answers);
  json_object_set_new(run, "results", results);
  json_object_set_new(run, "properties", run_properties(account));
  json_array_append_new(runs, run);
  text_add(out, "{");
  document_print_field(out, "$schema", json_string(schema_uri));
  document_print_field(out, "version", json_string("2.1.0"));
  document_print_field(out, "runs", runs);
  text_add(out, "\n}\n");
}
