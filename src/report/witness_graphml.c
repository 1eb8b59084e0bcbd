/* SPDX-License-Identifier: Apache-2.0 */
/* GraphML 1.0: an automaton whose edges are the steps in the order of the execution. Branches are
 * not marked: the compiler splits and negates the conditions of the source, and a wrong mark would
 * be worse than none. */
#include "report/witness.h"
#include "report/witness_steps.h"
#include "report/xml.h"

#include <string.h>

static const struct {
  const char *name, *type, *of, *standard;
} keys[] = {
    {"witness-type", "string", "graph", NULL},
    {"sourcecodelang", "string", "graph", NULL},
    {"producer", "string", "graph", NULL},
    {"specification", "string", "graph", NULL},
    {"programfile", "string", "graph", NULL},
    {"programhash", "string", "graph", NULL},
    {"architecture", "string", "graph", NULL},
    {"creationtime", "string", "graph", NULL},
    {"entry", "boolean", "node", "false"},
    {"violation", "boolean", "node", "false"},
    {"sink", "boolean", "node", "false"},
    {"startline", "int", "edge", NULL},
    {"endline", "int", "edge", NULL},
    {"originfile", "string", "edge", NULL},
    {"assumption", "string", "edge", NULL},
    {"assumption.scope", "string", "edge", NULL},
    {"assumption.resultfunction", "string", "edge", NULL},
    {"enterFunction", "string", "edge", NULL},
    {"returnFromFunction", "string", "edge", NULL},
    {"threadId", "string", "edge", "0"},
    {"createThread", "string", "edge", NULL},
};

static void print_keys(struct text *out) {
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    text_format(out, "  <key id=\"%s\" attr.name=\"%s\" attr.type=\"%s\" for=\"%s\"", keys[i].name,
                keys[i].name, keys[i].type, keys[i].of);
    if (keys[i].standard)
      text_format(out, "><default>%s</default></key>\n", keys[i].standard);
    else
      text_add(out, "/>\n");
  }
}

static void print_data(struct text *out, const char *indent, const char *key, const char *value) {
  text_format(out, "%s<data key=\"%s\">", indent, key);
  xml_add(out, value);
  text_add(out, "</data>\n");
}

static void print_number(struct text *out, const char *key, uint32_t value) {
  text_format(out, "      <data key=\"%s\">%u</data>\n", key, value);
}

static void print_graph_data(struct text *out, const struct witness_header *header,
                             bool is_violation) {
  const struct witness_task *task = header->task;
  struct text producer = {0};
  text_format(&producer, "heddle %s", task->version);
  print_data(out, "    ", "witness-type",
             is_violation ? "violation_witness" : "correctness_witness");
  print_data(out, "    ", "sourcecodelang", "C");
  print_data(out, "    ", "producer", text_get(&producer));
  print_data(out, "    ", "specification", task->specification);
  print_data(out, "    ", "programfile", task->files[0]);
  print_data(out, "    ", "programhash", header->hashes[0]);
  print_data(out, "    ", "architecture", task->data_model == DATA_MODEL_LP64 ? "64bit" : "32bit");
  print_data(out, "    ", "creationtime", header->created);
  text_release(&producer);
}

static void print_node(struct text *out, size_t number, bool is_violation) {
  text_format(out, "    <node id=\"N%zu\">", number);
  if (number == 0)
    text_add(out, "<data key=\"entry\">true</data>");
  if (is_violation)
    text_add(out, "<data key=\"violation\">true</data>");
  text_add(out, "</node>\n");
}

/* The scope of an assumption about a result is the calling function. */
static void print_result(struct text *out, const struct witness_step *step) {
  struct text assumption = {0};
  text_format(&assumption, "\\result == %s;", step->value);
  print_data(out, "      ", "assumption", text_get(&assumption));
  print_data(out, "      ", "assumption.scope", step->function->name);
  print_data(out, "      ", "assumption.resultfunction", step->name);
  text_release(&assumption);
}

static void print_edge(struct text *out, const struct witness_header *header,
                       const struct witness_story *story, size_t number,
                       const struct witness_step *step) {
  const char *file = story->program->files[step->at.file];
  text_format(out, "    <edge source=\"N%zu\" target=\"N%zu\">\n", number, number + 1);
  if (strcmp(file, header->task->files[0]) != 0)
    print_data(out, "      ", "originfile", file);
  print_number(out, "startline", step->at.line);
  print_number(out, "endline", step->at.line);
  print_number(out, "threadId", step->thread);
  switch (step->kind) {
  case WITNESS_AT:
    break;
  case WITNESS_START:
  case WITNESS_ENTER:
    print_data(out, "      ", "enterFunction", step->name);
    break;
  case WITNESS_RETURN:
    print_data(out, "      ", "returnFromFunction", step->name);
    break;
  case WITNESS_CREATE:
    print_number(out, "createThread", step->created);
    break;
  case WITNESS_RESULT:
    print_result(out, step);
    break;
  }
  text_add(out, "    </edge>\n");
}

static bool is_there_already(const struct witness_story *story, const struct witness_step *target) {
  if (!story->step_count)
    return false;
  const struct witness_step *last = &story->steps[story->step_count - 1];
  return last->thread == target->thread && last->at.file == target->at.file &&
         last->at.line == target->at.line;
}

static void print_story(struct text *out, const struct witness_header *header,
                        const struct witness_story *story) {
  size_t targets = story->target_count;
  if (targets == 1 && (!story->targets[0].at.line || is_there_already(story, &story->targets[0])))
    targets = 0;
  size_t edges = story->step_count + targets;
  for (size_t i = 0; i <= edges; i++)
    print_node(out, i, i == edges);
  for (size_t i = 0; i < edges; i++)
    print_edge(out, header, story, i,
               i < story->step_count ? &story->steps[i] : &story->targets[i - story->step_count]);
}

void witness_print_graphml(struct text *out, const struct witness_header *header,
                           const struct witness_story *story) {
  text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
  print_keys(out);
  text_add(out, "  <graph edgedefault=\"directed\">\n");
  print_graph_data(out, header, story != NULL);
  if (story)
    print_story(out, header, story);
  else
    print_node(out, 0, false);
  text_add(out, "  </graph>\n</graphml>\n");
}
