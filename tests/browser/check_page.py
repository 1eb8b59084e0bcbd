# SPDX-License-Identifier: Apache-2.0
"""Opens the page of examples/lost_update.c in a browser and steps through it.
   check_page.py CHROMIUM PAGE.html TRACE.json"""
import json
import sys
from pathlib import Path

from browser import Browser

program, page, trace_file = sys.argv[1:]
trace = json.loads(Path(trace_file).read_text())
address = Path(page).resolve().as_uri()
browser = Browser(program)


def demand(condition, complaint):
    if not condition:
        browser.close()
        sys.exit(complaint)


def texts(selector):
    return browser.value(
        f"[...document.querySelectorAll({json.dumps(selector)})].map(item => item.textContent)")


def variables():
    rows = browser.value(
        "[...document.querySelectorAll('#variables tr')].map(row => [...row.cells].map(c => c.textContent))")
    return {row[0]: row[1] for row in rows}


def current():
    return browser.value("[...document.querySelectorAll('#lanes tbody tr')].findIndex(row => row.ariaCurrent)")


def here():
    return texts("#source li.here")


def told(step):
    if step["operation"] == "calls":
        return step["name"]
    return " ".join(filter(None, [step["operation"], step["name"].split(" (")[0]]))


browser.open(address, 1200, 800)
demand(texts("#lanes th") == [thread["name"] for thread in trace["threads"]], "the lanes are not the threads")
steps = trace["steps"] + trace["violation"]["ending"]
rows = texts("#lanes tbody tr")
demand(len(rows) == len(steps), f"{len(rows)} rows for {len(steps)} steps")
for row, step in zip(rows, steps):
    wanted = step.get("text") or told(step)
    demand(wanted in row and str(step.get("line", "")) in row, f"'{row}' does not tell {step}")
demand("overwrites the 130 that pay_in 2 wrote" in " ".join(rows), "the remark is missing")
source = Path(trace["files"][0]).read_text().split("\n")
demand([line.rstrip() for line in texts("#source li")] == [line.rstrip() for line in source],
       "the source is not the file")
demand("balance is 120" in texts("#headline")[0], "the headline is not that of the trace")

visible = [index for index, step in enumerate(steps) if not step.get("folded")]
demand(current() == visible[0], "it does not begin with the first step that matters")
seen = []
for index in visible[1:]:
    browser.press("ArrowDown")
    demand(current() == index, f"arrow down leads to {current()} instead of {index}")
    line = steps[index].get("line")
    demand(not line or here() == [source[line - 1]], f"step {index} does not show line {line}")
    seen.append(variables().get("balance"))
demand([value for index, value in enumerate(seen) if index == 0 or value != seen[index - 1]] ==
       [None, "100", "130", "120"], f"the values of balance are {seen}")
browser.press("ArrowDown")
demand(current() == len(steps) - 1, "arrow down goes on behind the end")
browser.press("ArrowUp")
demand(current() == visible[-2], "arrow up does not go back")
browser.press("Home")
demand(current() == visible[0] and "balance" not in variables(), "Home does not lead to the start")
browser.press("ArrowRight")
switch = next(index for index in visible if steps[index]["thread"] != steps[visible[0]]["thread"])
demand(current() == switch, "arrow right is not the next switch")
browser.press("ArrowLeft")
demand(current() == visible[0], "arrow left is not the start of the stretch before")
taken = next(index for index, step in enumerate(steps) if step["operation"] == "acquires")
browser.value(f"document.querySelectorAll('#lanes tbody tr')[{taken}].click()")
demand(current() == taken and "lock" in texts("#locks")[0], "a click on 'acquires lock' does not show it held")
browser.value("document.querySelector('#source li.visited').click()")
demand(current() != taken, "a click on a line does not lead to its step")
browser.value("document.getElementById('all').click()")
browser.press("Home")
demand(current() == 0, "with all steps the first one is not reached")

browser.open(address, 360, 740)
demand(browser.value("document.documentElement.scrollWidth") <= 360, "a phone has to scroll sideways")
demand(browser.value("document.querySelector('nav').getBoundingClientRect().bottom") <= 740,
       "the buttons are not on a phone's screen")
browser.value("document.getElementById('forth').click()")
demand(current() == visible[1], "the button does not step")
for index in visible[2:]:
    browser.press("ArrowDown")
    cell = browser.value("""(() => {
      const cell = [...document.querySelector('#lanes tr[aria-current]').cells].find(c => c.textContent);
      const box = cell.getBoundingClientRect(), outer = document.getElementById('story').getBoundingClientRect();
      return [outer.left <= box.left + 1, box.right <= outer.right + 1,
              outer.top <= box.top, box.bottom <= outer.bottom + 1];
    })()""")
    demand(all(cell), f"step {index} is not on a phone's screen: {cell}")
demand(not browser.console, f"the console says {browser.console}")
demand(set(browser.requests) == {address}, f"requests: {browser.requests}")
browser.close()
