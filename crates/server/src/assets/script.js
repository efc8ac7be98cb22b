// Figures that stay fresh, keys for lists, articles that were opened are read, and the buttons of the explain view.
// Every page works without it.
"use strict";

const figures = {
  articles: s => s.articles,
  queued: s => s.items.queued,
  resting: s => s.pages.resting,
  given_up: s => s.items.given_up,
  failing: s => s.feeds.failing,
  visiting: s => s.feeds.visiting,
  waiting: s => s.feeds.waiting,
  lag: s => s.sink_lag,
  memory: s => Math.round((s.resident_bytes || 0) / 1048576),
};

async function refresh() {
  try {
    const answer = await fetch("/api/v1/status");
    if (!answer.ok) return;
    const status = await answer.json();
    for (const [id, value] of Object.entries(figures)) {
      const element = document.getElementById("figure-" + id);
      if (element) element.textContent = value(status);
    }
  } catch {
    // The server is away; it may come back.
  }
}

if (document.getElementById("figures")) setInterval(refresh, 2000);

// j and k go through a list, / goes to the search.
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  if (event.key === "/") {
    event.preventDefault();
    document.getElementById("search").focus();
  } else if (event.key === "j" || event.key === "k") {
    const stops = [...document.querySelectorAll("a.title, .block summary")].filter(e => e.offsetParent);
    const at = stops.indexOf(document.activeElement) + (event.key === "j" ? 1 : -1);
    if (stops.length) stops[Math.max(0, Math.min(stops.length - 1, at))].focus();
  }
});

const only = document.getElementById("only-kept");
if (only) {
  only.addEventListener("click", () => {
    const on = document.body.classList.toggle("only-kept");
    only.setAttribute("aria-pressed", String(on));
  });
}

const reasons = document.getElementById("all-reasons");
if (reasons) {
  reasons.addEventListener("click", () => {
    const on = reasons.getAttribute("aria-pressed") !== "true";
    for (const block of document.querySelectorAll("details.block")) block.open = on;
    reasons.setAttribute("aria-pressed", String(on));
  });
}

const article = document.getElementById("article");
if (article && "unread" in article.dataset) {
  const body = JSON.stringify({ read: true });
  const headers = { "Content-Type": "application/json" };
  fetch("/api/v1/articles/" + article.dataset.seq, { method: "PATCH", headers, body }).catch(() => {});
}
