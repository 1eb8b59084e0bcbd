# SPDX-License-Identifier: Apache-2.0
"""Opens the page of a weak execution in a browser and looks at its arrows.
   check_arrows.py CHROMIUM PAGE.html TRACE.json"""
import json
import sys
from pathlib import Path

from browser import Browser

program, page, trace_file = sys.argv[1:]
steps = json.loads(Path(trace_file).read_text())["steps"]
browser = Browser(program)


def demand(condition, complaint):
    if not condition:
        browser.close()
        sys.exit(complaint)


def arrows():
    return browser.value("[...document.querySelectorAll('#arrows line')].map(line => "
                         "[line.getAttribute('class'), +line.dataset.from, +line.dataset.to])")


browser.open(Path(page).resolve().as_uri(), 1200, 800)
wanted = [[kind, step[field], index] for index, step in enumerate(steps)
          for kind, field in (("reads", "reads_from"), ("misses", "misses"))
          if step.get(field) is not None and steps[step[field]]["thread"] != step["thread"]]
demand(wanted, "the trace has no arrow")
demand(arrows() == wanted, f"the arrows are {arrows()} and not {wanted}")
ends = browser.value("""[...document.querySelectorAll('#arrows line')].map(line => {
  const rows = document.querySelectorAll('#lanes tbody tr'), top = document.getElementById('lanes').getBoundingClientRect().top;
  const inside = (index, y) => {
    const box = rows[index].getBoundingClientRect();
    return y + top >= box.top && y + top <= box.bottom;
  };
  return inside(+line.dataset.from, line.y1.baseVal.value) && inside(+line.dataset.to, line.y2.baseVal.value);
})""")
demand(all(ends), "an arrow does not lead from step to step")
browser.close()
