/* SPDX-License-Identifier: Apache-2.0 */
/* A line is a keyword with values. The last line is "end", so that truncated messages are detected.
 * An unknown line invalidates the whole message. */
#include "engine/message.h"

#include "base/text.h"
#include "engine/engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const verdict_names[] = {
    [VERDICT_TRUE] = "TRUE", [VERDICT_FALSE] = "FALSE", [VERDICT_UNKNOWN] = "UNKNOWN"};
enum { VERDICTS = sizeof verdict_names / sizeof *verdict_names };

static void write_edge(struct text *out, const char *word, const struct program *program,
                       const struct edge *edge) {
  for (uint32_t i = 0; edge && i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    if (edge >= function->edges && edge < function->edges + function->edge_count)
      text_format(out, "%s %" PRIu32 " %" PRIu32 "\n", word, i, (uint32_t)(edge - function->edges));
  }
}

static void write_position(struct text *out, const char *word, struct position at) {
  text_format(out, "%s %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", word, at.file, at.line, at.column);
}

/* The text extends to the end of its line: newlines in it become spaces. */
static void write_text(struct text *out, const char *word, const char *text) {
  text_format(out, "%s ", word);
  for (; *text; text++)
    text_add_bytes(out, *text == '\n' ? " " : text, 1);
  text_add(out, "\n");
}

static void write_violation(struct text *out, const struct program *program,
                            const struct violation *violation) {
  text_format(out, "violation %d %" PRIu32 " %" PRIu32 " %d %" PRIx64 "\n",
              (int)violation->property, violation->thread, violation->other_thread,
              violation->is_cycle, violation->address);
  write_position(out, "at", violation->at);
  write_position(out, "other-at", violation->other_at);
  write_edge(out, "edge", program, violation->edge);
  write_edge(out, "other-edge", program, violation->other_edge);
  for (uint32_t i = 0; i < violation->waiting_count; i++)
    text_format(out, "waiting %" PRIu32 "\n", violation->waiting[i]);
  write_text(out, "message", violation->message ? violation->message : "");
}

static void write_schedule(struct text *out, const struct schedule *schedule) {
  vector_each (entry, &schedule->entries) {
    text_format(out, "entry %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", entry->thread, entry->steps,
                entry->flush);
  }
  for (size_t i = 0; i < schedule->choices.count; i++)
    text_format(out, "choice %" PRIx64 "\n", schedule->choices.items[i]);
  if (schedule->has_graph)
    text_add(out, "graph\n");
  for (size_t i = 0; i < schedule->exceptions.count; i++)
    text_format(out, "exception %" PRIu64 " %" PRIu64 "\n", schedule->exceptions.items[i].access,
                schedule->exceptions.items[i].other);
}

void message_write(struct text *out, const struct program *program, const struct result *result) {
  text_format(out, "verdict %s\n", verdict_names[result->verdict]);
  if (result->engine)
    text_format(out, "engine %s\n", result->engine);
  text_format(out, "properties %" PRIx32 "\n", result->properties);
  if (*result->reason)
    write_text(out, "reason", result->reason);
  if (result->proven)
    text_format(out, "proven %" PRIx32 "\n", result->proven);
  if (result->assumes_valid)
    text_add(out, "valid\n");
  if (result->parts)
    text_format(out, "parts %u\n", result->parts);
  if (result->verdict == VERDICT_FALSE) {
    write_violation(out, program, &result->violation);
    write_schedule(out, &result->schedule);
  }
  partial_result_write(out, &result->partial);
  if (result->board)
    board_write(out, result->board);
  for (size_t i = 0; i < result->statistic_count; i++)
    text_format(out, "statistic %a %s\n", result->statistics[i].value, result->statistics[i].name);
  text_add(out, "end\n");
}

struct message_reading {
  const struct program *program;
  const struct board *board;
  struct result *result;
  bool has_ended;
};

static bool read_verdict(struct message_reading *reading, const char *values) {
  for (int i = 0; i < VERDICTS; i++)
    if (strcmp(values, verdict_names[i]) == 0) {
      reading->result->verdict = (enum verdict)i;
      return true;
    }
  return false;
}

static bool read_engine(struct message_reading *reading, const char *values) {
  reading->result->engine = result_keep_text(reading->result, values);
  return true;
}

static bool read_properties(struct message_reading *reading, const char *values) {
  return sscanf(values, "%" SCNx32, &reading->result->properties) == 1;
}

static bool read_reason(struct message_reading *reading, const char *values) {
  struct result *result = reading->result;
  snprintf(result->reason, sizeof result->reason, "%s", values);
  return true;
}

static bool read_proven(struct message_reading *reading, const char *values) {
  return sscanf(values, "%" SCNx32, &reading->result->proven) == 1;
}

static bool read_valid(struct message_reading *reading, const char *values) {
  reading->result->assumes_valid = true;
  return !*values;
}

static bool read_parts(struct message_reading *reading, const char *values) {
  return sscanf(values, "%u", &reading->result->parts) == 1;
}

static bool read_violation(struct message_reading *reading, const char *values) {
  struct violation *violation = &reading->result->violation;
  int property, is_cycle;
  if (sscanf(values, "%d %" SCNu32 " %" SCNu32 " %d %" SCNx64, &property, &violation->thread,
             &violation->other_thread, &is_cycle, &violation->address) != 5 ||
      property < 0 || property >= PROPERTY_COUNT)
    return false;
  violation->property = (enum property)property;
  violation->is_cycle = is_cycle != 0;
  return true;
}

static bool read_place(const struct program *program, const char *values, struct position *at) {
  return sscanf(values, "%" SCNu32 " %" SCNu32 " %" SCNu32, &at->file, &at->line, &at->column) ==
             3 &&
         (at->file < program->file_count || at->line == 0);
}

static bool read_at(struct message_reading *reading, const char *values) {
  return read_place(reading->program, values, &reading->result->violation.at);
}

static bool read_other_at(struct message_reading *reading, const char *values) {
  return read_place(reading->program, values, &reading->result->violation.other_at);
}

static bool find_edge(const struct program *program, const char *values, const struct edge **edge) {
  uint32_t function, number;
  if (sscanf(values, "%" SCNu32 " %" SCNu32, &function, &number) != 2 ||
      function >= program->function_count || number >= program->functions[function]->edge_count)
    return false;
  *edge = &program->functions[function]->edges[number];
  return true;
}

static bool read_edge(struct message_reading *reading, const char *values) {
  return find_edge(reading->program, values, &reading->result->violation.edge);
}

static bool read_other_edge(struct message_reading *reading, const char *values) {
  return find_edge(reading->program, values, &reading->result->violation.other_edge);
}

static bool read_waiting(struct message_reading *reading, const char *values) {
  struct violation *violation = &reading->result->violation;
  enum { MOST = sizeof violation->waiting / sizeof *violation->waiting };
  return violation->waiting_count < MOST &&
         sscanf(values, "%" SCNu32, &violation->waiting[violation->waiting_count++]) == 1;
}

static bool read_text(struct message_reading *reading, const char *values) {
  reading->result->violation.message = result_keep_text(reading->result, values);
  return true;
}

static bool read_entry(struct message_reading *reading, const char *values) {
  struct schedule_entry entry;
  if (sscanf(values, "%" SCNu32 " %" SCNu32 " %" SCNu32, &entry.thread, &entry.steps,
             &entry.flush) != 3)
    return false;
  vector_push(&reading->result->schedule.entries, entry);
  return true;
}

static bool read_choice(struct message_reading *reading, const char *values) {
  uint64_t bits;
  if (sscanf(values, "%" SCNx64, &bits) != 1)
    return false;
  schedule_add_choice(&reading->result->schedule, bits);
  return true;
}

static bool read_graph(struct message_reading *reading, const char *values) {
  reading->result->schedule.has_graph = true;
  return !*values;
}

static bool read_exception(struct message_reading *reading, const char *values) {
  struct schedule_exception exception;
  if (sscanf(values, "%" SCNu64 " %" SCNu64, &exception.access, &exception.other) != 2)
    return false;
  vector_push(&reading->result->schedule.exceptions, exception);
  return true;
}

static bool read_statistic(struct message_reading *reading, const char *values) {
  struct result *result = reading->result;
  char *name;
  double value = strtod(values, &name);
  if (name == values || *name != ' ' ||
      result->statistic_count == sizeof result->statistics / sizeof *result->statistics)
    return false;
  result_add_statistic(result, result_keep_text(result, name + 1), value);
  return true;
}

static bool read_end(struct message_reading *reading, const char *values) {
  reading->has_ended = true;
  return !*values;
}

static const struct line_kind {
  const char *word;
  bool (*read)(struct message_reading *reading, const char *values);
} line_kinds[] = {
    {"verdict", read_verdict},   {"engine", read_engine},       {"properties", read_properties},
    {"reason", read_reason},     {"violation", read_violation}, {"at", read_at},
    {"other-at", read_other_at}, {"edge", read_edge},           {"other-edge", read_other_edge},
    {"waiting", read_waiting},   {"message", read_text},        {"entry", read_entry},
    {"choice", read_choice},     {"statistic", read_statistic}, {"end", read_end},
    {"graph", read_graph},       {"exception", read_exception}, {"parts", read_parts},
    {"proven", read_proven},     {"valid", read_valid},
};

static bool read_board(struct message_reading *reading, const char *line) {
  if (!reading->board)
    return false;
  if (!reading->result->board)
    reading->result->board = board_create_like(reading->board);
  return board_read(reading->result->board, line);
}

/* `line` has no newline. */
static bool read_line(struct message_reading *reading, const char *line) {
  size_t length = strcspn(line, " ");
  for (size_t i = 0; i < sizeof line_kinds / sizeof *line_kinds; i++)
    if (strlen(line_kinds[i].word) == length && strncmp(line_kinds[i].word, line, length) == 0)
      return !reading->has_ended &&
             line_kinds[i].read(reading, line + length + (line[length] == ' '));
  return !reading->has_ended &&
         (partial_result_read(&reading->result->partial, reading->program, line) ||
          read_board(reading, line));
}

bool message_read(const char *text, const struct program *program, const struct board *board,
                  struct result *result) {
  *result = (struct result){.verdict = VERDICT_UNKNOWN};
  struct message_reading reading = {.program = program, .board = board, .result = result};
  struct text line = {0};
  bool fine = true;
  for (const char *end; fine && (end = strchr(text, '\n')); text = end + 1) {
    line.length = 0;
    text_add_bytes(&line, text, (size_t)(end - text));
    fine = read_line(&reading, text_get(&line));
  }
  text_release(&line);
  return fine && reading.has_ended && !*text;
}
