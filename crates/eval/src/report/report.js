"use strict";
// All text is set as text, never as markup: it comes from pages that strangers wrote.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const make = (tag, text, attributes = {}) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const number = (value) => (value === null || value === undefined ? "–" : value.toFixed(3));

  // Tables. A row's values are [value, low, high, median, pages] a column; the mean has a value alone.
  const { measures, groupings } = data.tables;
  const state = { measure: 0, grouping: 0, sort: "mean", ascending: false };
  const cellsOf = (row) => [row.mean === null ? null : [row.mean], ...row.cells, row.all];
  const keyOf = (row) => {
    if (state.sort === "name") return row.extractor;
    const cell = cellsOf(row)[state.sort === "mean" ? 0 : state.sort];
    return cell ? cell[0] : null;
  };
  const order = (a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    if (x === null || y === null) return (x === null) - (y === null);
    const sign = state.ascending ? 1 : -1;
    return sign * (typeof x === "string" ? x.localeCompare(y) : x - y);
  };
  const header = (text, key) => {
    const th = make("th", undefined, { scope: "col" });
    const button = make("button", text, { type: "button" });
    button.dataset.key = key;
    th.append(button);
    const sorted = state.sort === key ? (state.ascending ? "ascending" : "descending") : "none";
    th.setAttribute("aria-sort", sorted);
    button.addEventListener("click", () => {
      state.ascending = state.sort === key ? !state.ascending : key === "name" || measures[state.measure].smaller;
      state.sort = key;
      showTable();
      [...document.querySelectorAll("#table thead button")].find((b) => b.dataset.key === String(key))?.focus();
    });
    return th;
  };
  const range = (rows, column) => {
    const values = rows.map((row) => cellsOf(row)[column]).filter(Boolean).map((cell) => cell[0]);
    return [Math.min(...values), Math.max(...values)];
  };
  const valueCell = (cell, [low, high], smaller) => {
    if (!cell) return make("td", "–");
    const [value, from, to, median, pages] = cell;
    const td = make("td", number(value), { class: "value" });
    const share = high > low ? (value - low) / (high - low) : 0;
    td.style.setProperty("--share", smaller ? 1 - share : share);
    if (value === (smaller ? low : high)) td.classList.add("best");
    if (from !== undefined) {
      td.append(make("small", `${number(from)}–${number(to)}`));
      td.title = `${pages} pages, median ${number(median)}`;
    }
    return td;
  };
  const showTable = () => {
    const measure = measures[state.measure];
    const grouping = groupings[state.grouping];
    const { groups, rows } = grouping.tables[state.measure];
    const head = make("tr");
    head.append(header("extractor", "name"), header("macro mean", "mean"));
    groups.forEach((group, i) => head.append(header(group, i + 1)));
    head.append(header("all pages", groups.length + 1));
    const body = make("tbody");
    const ranges = Array.from({ length: groups.length + 2 }, (_, column) => range(rows, column));
    for (const row of [...rows].sort(order)) {
      const tr = make("tr");
      tr.append(make("th", row.extractor, { scope: "row" }));
      cellsOf(row).forEach((cell, column) => tr.append(valueCell(cell, ranges[column], measure.smaller)));
      body.append(tr);
    }
    const thead = make("thead");
    thead.append(head);
    byId("table").replaceChildren(thead, body);
    const folded = grouping.folded ? ` The ${grouping.folded} smallest groups share the column (others).` : "";
    const better = measure.smaller ? " Smaller is better." : "";
    const empty = groups.length ? "" : " No page has both this measure and this grouping.";
    byId("about").textContent = `${measure.name}: ${measure.about}.${better}${folded}${empty}`;
  };
  const resort = () => Object.assign(state, { sort: "mean", ascending: measures[state.measure].smaller });
  measures.forEach((measure, i) => byId("measure").append(make("option", measure.name, { value: i, title: measure.about })));
  byId("measure").addEventListener("change", (event) => {
    state.measure = Number(event.target.value);
    resort();
    showTable();
  });
  groupings.forEach((grouping, i) => {
    const button = make("button", grouping.name, { type: "button", "aria-pressed": i === 0 });
    button.addEventListener("click", () => {
      state.grouping = i;
      resort();
      [...byId("groupings").children].forEach((other) => other.setAttribute("aria-pressed", other === button));
      showTable();
    });
    byId("groupings").append(button);
  });
  byId("intervals").addEventListener("change", (event) => byId("table").classList.toggle("plain", !event.target.checked));
  if (measures.length && groupings.length) {
    resort();
    showTable();
  }

  // A page with its texts. Runs alternate: in both texts, in this one alone.
  const dialog = byId("page");
  const shown = { extractor: 0, page: 0 };
  const fill = (pane, runs, tag) => {
    pane.replaceChildren(...runs.map((run, i) => (i % 2 ? make(tag, run) : document.createTextNode(run))));
    pane.scrollTop = 0;
  };
  const showScores = (page, extractor) => {
    const names = make("tr");
    const values = make("tr");
    names.append(make("th", data.measure, { scope: "col" }));
    values.append(make("th", "this page", { scope: "row" }));
    for (const [name, value] of page.scores) {
      names.append(make("th", name, { scope: "col" }));
      values.append(make("td", number(value), name === extractor ? { class: "best" } : {}));
    }
    const head = make("thead");
    head.append(names);
    const body = make("tbody");
    body.append(values);
    byId("page-scores").replaceChildren(head, body);
  };
  const showPage = () => {
    const { extractor, pages } = data.worst[shown.extractor];
    const page = pages[shown.page];
    byId("page-title").textContent = `${page.corpus}/${page.id}`;
    byId("page-about").replaceChildren(
      `${extractor} has ${number(page.value)} by ${data.measure}, ${page.winner} ${number(page.best)}. `,
    );
    if (page.url) {
      byId("page-about").append(make("a", page.url, { href: page.url, rel: "noreferrer noopener", target: "_blank" }));
    }
    byId("page-notes").replaceChildren(...page.notes.map((note) => make("li", note)));
    showScores(page, extractor);
    byId("extracted-title").textContent = extractor;
    byId("panes").hidden = !page.texts;
    fill(byId("gold"), page.texts ? page.texts.gold : [], "del");
    fill(byId("extracted"), page.texts ? page.texts.extracted : [], "ins");
    byId("previous").disabled = shown.page === 0;
    byId("next").disabled = shown.page === pages.length - 1;
  };
  const step = (by) => {
    shown.page += by;
    showPage();
  };
  byId("previous").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));
  byId("close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  for (const button of document.querySelectorAll("button.page")) {
    button.addEventListener("click", () => {
      shown.extractor = Number(button.dataset.extractor);
      shown.page = Number(button.dataset.page);
      showPage();
      dialog.showModal();
    });
  }
})();
