/* SPDX-License-Identifier: Apache-2.0 */
// Shows a trace: lanes, source, and what is known at the chosen step. All data is in the page.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("trace").textContent);
  const trace = data.trace, sources = data.sources, violation = trace.violation;
  const steps = trace.steps.concat((violation && violation.ending || []).map(end => (
    {...end, operation: end.text, name: "", isEnding: true})));
  const used = new Set(steps.map(step => step.thread));
  const threads = trace.threads.filter(thread => used.has(thread.number));
  const laneOf = new Map(threads.map((thread, lane) => [thread.number, lane]));
  const colourOf = lane => "var(--thread-" + lane % 5 + ")";
  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties || {});
    made.append(...children);
    return made;
  };
  const byId = id => document.getElementById(id);
  const lanes = byId("lanes");
  const rows = [], lines = new Map();
  let current = 0;

  const files = new Set(steps.filter(step => step.file).map(step => step.file));
  const shortName = path => path.slice(path.lastIndexOf("/") + 1);
  const placeOf = step =>
    !step.file ? "" : files.size > 1 ? shortName(step.file) + ":" + step.line : String(step.line);
  const lineKey = (file, line) => file + ":" + line;
  // "acquires lock (pthread_mutex_lock)" as "acquires lock", "calls f(x)" as "f(x)".
  const namesFunction = step => ["acquires", "releases", "creates"].includes(step.operation);
  const nameOf = step => namesFunction(step) ? step.name.replace(/ \([^()]*\)$/, "") : step.name;
  const verbOf = step => step.operation === "calls" ? "" : step.operation;
  const textOf = step => [verbOf(step), nameOf(step)].filter(Boolean).join(" ") +
    (step.value === undefined ? "" : " = " + step.value);
  const finalValue = step => step.value.split(" → ").pop();

  function drawHeader() {
    byId("headline").textContent = violation ? violation.headline || violation.message : "What the execution did";
    const inputs = steps.filter(step => step.input).map(step => step.name + " = " + step.value);
    byId("summary").textContent = trace.files.join(" ") + " · " + threads.length + " threads · inputs: " +
      (inputs.length ? inputs.join(", ") : "none");
    byId("why").textContent = violation ? violation.explanation || "" : "";
    document.title = byId("headline").textContent;
  }

  function drawLanes() {
    const head = element("tr");
    threads.forEach((thread, lane) => {
      const cell = element("th", {textContent: thread.name});
      cell.style.color = colourOf(lane);
      head.append(cell);
    });
    lanes.createTHead().append(head);
    const body = lanes.createTBody();
    let before = steps.length ? steps[0].thread : 0;
    steps.forEach((step, index) => {
      const row = element("tr");
      row.classList.toggle("folded", Boolean(step.folded));
      row.classList.toggle("switch", before !== step.thread);
      if (!step.folded)
        before = step.thread;
      row.classList.toggle("ending", Boolean(step.isEnding));
      threads.forEach((thread, lane) => {
        const cell = element("td");
        if (thread.number === step.thread) {
          cell.style.color = step.isEnding ? "" : colourOf(lane);
          cell.append(drawStep(step));
        }
        row.append(cell);
      });
      row.addEventListener("click", () => show(index));
      body.append(row);
      rows.push(row);
    });
  }

  function drawStep(step) {
    const box = element("span", {className: step.locks ? "held" : ""});
    if (step.locks)
      box.title = "holds " + step.locks;
    if (step.file) {
      const link = element("a", {textContent: placeOf(step), href: "#" + lineId(step.file, step.line)});
      link.addEventListener("click", event => event.preventDefault());
      box.append(link, " ");
    }
    box.append(textOf(step));
    if (step.remark)
      box.append(element("small", {textContent: step.remark}));
    return box;
  }

  // Arrows over the lanes, only in weak executions: to a read from the write that it takes, and dashed
  // from the newest one if it misses that.
  const drawn = (name, attributes, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes))
      made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  function drawArrow(from, to, kind) {
    if (isHidden(from) || isHidden(to) || steps[from].thread === steps[to].thread)
      return [];
    const outer = lanes.getBoundingClientRect();
    const [first, last] = [from, to].map(index =>
      rows[index].cells[laneOf.get(steps[index].thread)].firstChild.getBoundingClientRect());
    const goesRight = first.left < last.left;
    const x1 = (goesRight ? first.right + 3 : first.left - 3) - outer.left;
    const x2 = (goesRight ? last.left - 3 : last.right + 3) - outer.left;
    const y1 = first.top + Math.min(first.height, 18) / 2 - outer.top;
    const y2 = last.top + Math.min(last.height, 18) / 2 - outer.top;
    const line = drawn("line", {x1, y1, x2, y2, class: kind, "marker-end": "url(#head)"});
    line.dataset.from = from;
    line.dataset.to = to;
    return [line];
  }

  function drawArrows() {
    byId("arrows")?.remove();
    const lines = steps.flatMap((step, index) => [
      ...Number.isInteger(step.reads_from) ? drawArrow(step.reads_from, index, "reads") : [],
      ...Number.isInteger(step.misses) ? drawArrow(step.misses, index, "misses") : []]);
    if (!lines.length)
      return;
    const head = drawn("marker", {id: "head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7,
      orient: "auto"}, drawn("path", {d: "M0,0 L8,4 L0,8 z"}));
    byId("story").append(drawn("svg", {id: "arrows", width: lanes.offsetWidth, height: lanes.offsetHeight},
      drawn("defs", {}, head), ...lines));
  }

  const fileNumbers = new Map(Object.keys(sources).map((file, number) => [file, number]));
  const lineId = (file, line) => "file" + fileNumbers.get(file) + "-line" + line;

  function drawSources() {
    for (const [file, text] of Object.entries(sources)) {
      const list = element("ol");
      text.split("\n").forEach((content, index) => {
        const line = index + 1;
        const item = element("li", {id: lineId(file, line), textContent: content || " "});
        item.dataset.line = line;
        lines.set(lineKey(file, line), item);
        list.append(item);
      });
      byId("source").append(element("h2", {textContent: file}), list);
    }
    steps.forEach(step => {
      const item = step.file && lines.get(lineKey(step.file, step.line));
      if (!item || item.classList.contains("visited"))
        return;
      item.classList.add("visited");
      item.addEventListener("click", () => showLine(step.file, step.line));
    });
  }

  // The next step in this line, from the current one on and then from the start.
  function showLine(file, line) {
    for (let ahead = 1; ahead <= steps.length; ahead++) {
      const index = (current + ahead) % steps.length;
      if (steps[index].file === file && steps[index].line === line && !isHidden(index))
        return show(index);
    }
  }

  // What the steps up to this one told: a value once it was read or written, stores that wait.
  function valuesAt(last) {
    const values = new Map(), waiting = new Map();
    steps.slice(0, last + 1).forEach((step, index) => {
      if (step.value === undefined || step.isEnding)
        return;
      const own = step.thread + " " + step.name;
      if (step.operation === "buffers")
        waiting.set(own, step);
      else if (step.operation === "makes visible")
        waiting.delete(own);
      const isOwnView = step.operation === "reads" && waiting.has(own);
      const isOld = step.operation === "reads" && step.misses !== undefined;
      if (["reads", "writes", "updates", "makes visible"].includes(step.operation) && !isOwnView && !isOld)
        values.set(step.name, {value: finalValue(step), index});
    });
    return {values, waiting};
  }

  function drawFacts() {
    const {values, waiting} = valuesAt(current);
    const table = element("table");
    for (const [name, known] of [...values].sort((a, b) => a[0] < b[0] ? -1 : 1)) {
      const row = element("tr", {className: known.index === current ? "changed" : ""},
        element("td", {textContent: name}), element("td", {textContent: known.value}));
      table.append(row);
    }
    for (const step of waiting.values())
      table.append(element("tr", null, element("td", {textContent: step.name}),
        element("td", {textContent: step.value + " waits, only " + threads[laneOf.get(step.thread)].name + " sees it"})));
    byId("variables").replaceChildren(table);
    const held = element("table");
    threads.forEach(thread => {
      const next = steps.findIndex((step, index) => index > current && step.thread === thread.number);
      const locks = next >= 0 ? steps[next].locks : locksInTheEnd(thread.number);
      if (locks)
        held.append(element("tr", null, element("td", {textContent: thread.name}), element("td", {textContent: locks})));
    });
    if (!held.rows.length)
      held.append(element("tr", null, element("td", {textContent: "none"})));
    byId("locks").replaceChildren(held);
  }

  // Nothing follows: what it held at its last step, with what that step took or gave back.
  function locksInTheEnd(thread) {
    const last = steps.filter(step => step.thread === thread).pop();
    if (last.operation === "acquires")
      return last.locks ? last.locks + ", " + nameOf(last) : nameOf(last);
    return last.locks;
  }

  const isHidden = index => lanes.classList.contains("short") && Boolean(steps[index].folded);

  function scrollInto(box, item, sideways) {
    const outer = box.getBoundingClientRect(), inner = item.getBoundingClientRect();
    if (inner.top < outer.top + 40 || inner.bottom > outer.bottom - 40)
      box.scrollTop += inner.top - outer.top - box.clientHeight / 2;
    if (!sideways)
      return;
    if (inner.left < outer.left || inner.right > outer.left + box.clientWidth)
      box.scrollLeft += inner.left - outer.left - Math.max(0, (box.clientWidth - inner.width) / 2);
  }

  function show(index) {
    if (index < 0 || index >= steps.length)
      return;
    rows[current].removeAttribute("aria-current");
    document.querySelectorAll("#source li.here").forEach(item => item.classList.remove("here"));
    current = index;
    rows[current].setAttribute("aria-current", "step");
    const step = steps[current];
    scrollInto(byId("story"), rows[current].cells[laneOf.get(step.thread)], true);
    const item = step.file && lines.get(lineKey(step.file, step.line));
    if (item) {
      item.classList.add("here");
      scrollInto(byId("source"), item, false);
    }
    byId("position").textContent = "step " + (current + 1) + " of " + steps.length;
    drawFacts();
  }

  function move(direction, isStop) {
    for (let index = current + direction; index >= 0 && index < steps.length; index += direction)
      if (!isHidden(index) && isStop(index))
        return show(index);
  }
  const anyStep = () => true;
  const startsStretch = index => {
    let before = index - 1;
    while (before >= 0 && isHidden(before))
      before--;
    return before < 0 || steps[index].thread !== steps[before].thread;
  };
  const keys = {
    ArrowDown: () => move(1, anyStep), ArrowUp: () => move(-1, anyStep),
    ArrowRight: () => move(1, startsStretch), ArrowLeft: () => move(-1, startsStretch),
    Home: () => show(Math.max(0, steps.findIndex((step, index) => !isHidden(index)))), End: () => show(steps.length - 1),
  };
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key])
      return;
    event.preventDefault();
    keys[event.key]();
  });
  byId("back").addEventListener("click", keys.ArrowUp);
  byId("forth").addEventListener("click", keys.ArrowDown);
  byId("all").addEventListener("change", event => {
    lanes.classList.toggle("short", !event.target.checked);
    if (isHidden(current))
      keys.ArrowDown();
    drawArrows();
  });
  window.addEventListener("resize", drawArrows);

  drawHeader();
  drawLanes();
  drawSources();
  drawArrows();
  if (steps.length)
    show(Math.max(0, steps.findIndex((step, index) => !isHidden(index))));
})();
