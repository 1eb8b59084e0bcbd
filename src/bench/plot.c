/* SPDX-License-Identifier: Apache-2.0 */
/* Writes SVG: a frame, a logarithmic time axis, a line with marks per series, a legend. Lines
 * differ in colour, mark and (from the ninth on) dashes, so that they can be distinguished in
 * print. */
#include "bench/plot.h"

#include "base/text.h"
#include "bench/score.h"
#include "report/xml.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double left = 70, top = 20, plot_width = 640, plot_height = 400, margin = 20;
static const double axis_space = 55, legend_step = 20;
/* Faster than this is as good as this; a logarithmic axis has no zero. */
static const double least_seconds = 0.01;

/* Distinguishable also by the colour-blind (Okabe and Ito). */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#000000", "#8c6d31"};
enum { COLOURS = sizeof colours / sizeof *colours, MARKS = 4, MARKS_ON_A_LINE = 25 };

struct curve {
  const char *name;
  VECTOR(double) seconds; /* ascending */
  long score;
};

struct axes {
  double tasks;           /* at the right end */
  double lowest, highest; /* powers of ten */
};

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static struct curve make_curve(const struct series *series) {
  struct curve curve = {.name = series->name};
  struct tally tally = {0};
  vector_each (row, &series->results.rows) {
    enum judgement judgement = score_judge(row);
    tally_add(&tally, row);
    if (judgement == JUDGED_CORRECT || judgement == JUDGED_UNCHECKED)
      vector_push(&curve.seconds, fmax(row->wall, least_seconds));
  }
  curve.score = tally.score;
  if (curve.seconds.count)
    qsort(curve.seconds.items, curve.seconds.count, sizeof *curve.seconds.items, compare);
  return curve;
}

/* A round step that divides `range` into about `parts`. */
static double round_step(double range, double parts) {
  double power = pow(10, floor(log10(range / parts)));
  double step = range / parts / power;
  return fmax((step <= 1 ? 1 : step <= 2 ? 2 : step <= 5 ? 5 : 10) * power, 1);
}

static struct axes choose_axes(const struct curve *curves, size_t count) {
  struct axes axes = {.tasks = 1, .lowest = 1, .highest = 1};
  double lowest = HUGE_VAL, highest = 0;
  for (size_t i = 0; i < count; i++) {
    size_t solved = curves[i].seconds.count;
    if (!solved)
      continue;
    axes.tasks = fmax(axes.tasks, (double)solved);
    lowest = fmin(lowest, curves[i].seconds.items[0]);
    highest = fmax(highest, curves[i].seconds.items[solved - 1]);
  }
  if (highest > 0) {
    axes.lowest = pow(10, floor(log10(lowest)));
    axes.highest = pow(10, ceil(log10(highest)));
  }
  if (axes.highest <= axes.lowest)
    axes.highest = axes.lowest * 10;
  double step = round_step(axes.tasks, 8);
  axes.tasks = ceil(axes.tasks / step) * step;
  return axes;
}

static double x_of(const struct axes *axes, double tasks) {
  return left + plot_width * tasks / axes->tasks;
}

static double y_of(const struct axes *axes, double seconds) {
  double share = log10(seconds / axes->lowest) / log10(axes->highest / axes->lowest);
  return top + plot_height * (1 - share);
}

static void print_line(struct text *out, double x1, double y1, double x2, double y2,
                       const char *colour) {
  text_format(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x1,
              y1, x2, y2, colour);
}

static void print_label(struct text *out, double x, double y, const char *anchor,
                        const char *label) {
  text_format(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
  xml_add(out, label);
  text_add(out, "</text>\n");
}

static void print_time_axis(struct text *out, const struct axes *axes) {
  char label[32];
  long decades = lround(log10(axes->highest / axes->lowest));
  for (long d = 0; d <= decades; d++) {
    double decade = axes->lowest * pow(10, (double)d);
    for (int i = 2; i < 10 && d < decades; i++) {
      double y = y_of(axes, decade * i);
      print_line(out, left, y, left + plot_width, y, "#eeeeee");
    }
    double y = y_of(axes, decade);
    print_line(out, left, y, left + plot_width, y, "#bbbbbb");
    snprintf(label, sizeof label, "%g", decade);
    print_label(out, left - 8, y + 4, "end", label);
  }
  double middle = top + plot_height / 2;
  text_format(out,
              "<text x=\"20\" y=\"%.1f\" text-anchor=\"middle\" transform=\"rotate(-90 20 %.1f)\">"
              "wall time (s)</text>\n",
              middle, middle);
}

static void print_task_axis(struct text *out, const struct axes *axes) {
  char label[32];
  double bottom = top + plot_height, step = round_step(axes->tasks, 8);
  long steps = lround(axes->tasks / step);
  for (long i = 0; i <= steps; i++) {
    double tasks = step * (double)i, x = x_of(axes, tasks);
    print_line(out, x, bottom, x, bottom + 5, "#333333");
    snprintf(label, sizeof label, "%g", tasks);
    print_label(out, x, bottom + 20, "middle", label);
  }
  print_label(out, left + plot_width / 2, bottom + 42, "middle", "n-th fastest correct result");
}

static void print_mark(struct text *out, size_t which, double x, double y, const char *colour) {
  switch (which % MARKS) {
  case 0:
    text_format(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", x, y, colour);
    break;
  case 1:
    text_format(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"6\" height=\"6\" fill=\"%s\"/>\n", x - 3,
                y - 3, colour);
    break;
  case 2:
    text_format(out, "<path d=\"M%.1f %.1fl4 7h-8z\" fill=\"%s\"/>\n", x, y - 4, colour);
    break;
  default:
    text_format(out, "<path d=\"M%.1f %.1fl4 4l-4 4l-4-4z\" fill=\"%s\"/>\n", x, y - 4, colour);
    break;
  }
}

static const char *dashes(size_t index) {
  static const char *const patterns[] = {"none", "7 3", "2 3", "7 3 2 3"};
  return patterns[index / COLOURS % (sizeof patterns / sizeof *patterns)];
}

static void print_curve(struct text *out, const struct axes *axes, const struct curve *curve,
                        size_t index) {
  size_t count = curve->seconds.count;
  const char *colour = colours[index % COLOURS];
  text_add(out, "<g><title>");
  xml_add(out, curve->name);
  text_format(out,
              "</title>\n<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" "
              "stroke-dasharray=\"%s\" points=\"",
              colour, dashes(index));
  for (size_t i = 0; i < count; i++)
    text_format(out, "%s%.1f,%.1f", i ? " " : "", x_of(axes, (double)(i + 1)),
                y_of(axes, curve->seconds.items[i]));
  text_add(out, "\"/>\n");
  size_t step = count / MARKS_ON_A_LINE + 1;
  for (size_t i = 0; i < count; i++)
    if (i % step == 0 || i + 1 == count)
      print_mark(out, index, x_of(axes, (double)(i + 1)), y_of(axes, curve->seconds.items[i]),
                 colour);
  text_add(out, "</g>\n");
}

static void print_legend(struct text *out, const struct curve *curve, size_t index) {
  double y = top + plot_height + axis_space + legend_step * (double)(index + 1);
  const char *colour = colours[index % COLOURS];
  text_format(out,
              "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
              "stroke-width=\"1.5\" stroke-dasharray=\"%s\"/>\n",
              left, y - 4, left + 30, y - 4, colour, dashes(index));
  print_mark(out, index, left + 15, y - 4, colour);
  struct text label = {0};
  text_format(&label, "%s: %zu solved, score %ld", curve->name, curve->seconds.count, curve->score);
  print_label(out, left + 40, y, "start", text_get(&label));
  text_release(&label);
}

void plot_print(struct text *out, const struct series *series, size_t count) {
  VECTOR(struct curve) curves = {0};
  for (size_t i = 0; i < count; i++)
    vector_push(&curves, make_curve(&series[i]));
  struct axes axes = choose_axes(curves.items, curves.count);
  double width = left + plot_width + margin;
  double height = top + plot_height + axis_space + legend_step * (double)(count + 1);
  text_format(out,
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
              "viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" font-size=\"13\">\n"
              "<title>Quantile plot of correct results</title>\n"
              "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
              width, height, width, height);
  print_time_axis(out, &axes);
  print_task_axis(out, &axes);
  text_format(out,
              "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" "
              "stroke=\"#333333\"/>\n",
              left, top, plot_width, plot_height);
  for (size_t i = 0; i < curves.count; i++) {
    print_curve(out, &axes, &curves.items[i], i);
    print_legend(out, &curves.items[i], i);
    vector_release(&curves.items[i].seconds);
  }
  text_add(out, "</svg>\n");
  vector_release(&curves);
}
