// The table that the README cites: what was measured, the budget, and whether it is met.
import os from "node:os";
import { growth } from "./memory.mjs";
import { PROFILES } from "./paint.mjs";
import { NETS, STEPS } from "./steps.mjs";

const KB = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
const MB = (bytes) => `${(bytes / 1048576).toFixed(1)} MB`;
const ms = (value) => `${value.toFixed(value < 20 ? 2 : 0)} ms`;
const times = (value) => `${value.toFixed(2)} ×`;
const percent = (share) => `${share > 0 ? "+" : ""}${(share * 100).toFixed(1)} %`;

/** Tolerances of what is never exactly the same twice. */
export const TAB_TOLERANCE = 0.1;
export const HEAP_TOLERANCE = 0.05;

const line = (what, measured, budget, ok, note = "") => ({ what, measured, budget, ok, note });

const weightLines = (w) => [
  line(
    "HTML + CSS, brotli, with its head: a browser's first page, the style sheet inside",
    `${w.first} B`,
    "≤ 14,600 B, one flight",
    w.first <= 14_600,
  ),
  line(
    "HTML, brotli: a later page, its style sheet cached",
    KB(w.html),
    "≤ 14.6 KB",
    w.html <= 14.6 * 1024,
    `HTML ${w.html} B (${KB(w.raw)} raw), CSS ${w.css} B that is fetched once, head ${w.head} B; ${w.menuEntries} menu entries, ${w.rows} rows`,
  ),
  line(
    "All script within 15 s, brotli",
    KB(w.js),
    "≤ 9 KB",
    w.js <= 9 * 1024,
    `${w.scripts} files, no React among them`,
  ),
  line(
    "Scripts off: rows painted, search and menu answer",
    `${w.withoutScript.rows} rows`,
    "20 rows",
    w.withoutScript.rows === 20 && w.withoutScript.found > 0 && w.withoutScript.moved,
  ),
  line("Menu entries on the page", String(w.menuEntries), "≥ 50", w.menuEntries >= 50),
];

const paintLines = (p) =>
  Object.entries(PROFILES).map(([name, { label }]) => {
    const { product, yardstick, table, cell, ratio } = p[name];
    const budget = name === "lan" ? 1 : 1.2;
    const range = (r) => `${r.range.map((v) => v.toFixed(0)).join("–")}`;
    return line(
      `First row painted, cold, ${label}`,
      `${ms(product.ms)} : ${ms(yardstick.ms)} = ${times(ratio)}`,
      `≤ ${budget} × yardstick`,
      ratio <= budget,
      `${range(product)} : ${range(yardstick)} ms; ${KB(product.bytes)} in ${product.requests} requests : ${KB(yardstick.bytes)} in ${yardstick.requests}; for orientation, without a server program: its table alone ${times(table.ms / yardstick.ms)}, one cell ${times(cell.ms / yardstick.ms)}`,
    );
  });

const STEP_NAMES = {
  first: "First load, cold",
  menu: "Menu or tab, list seen before",
  next: "Next page",
  filter: "Filter",
  detail: "Detail",
  back: "Back",
};

/** From the click to the first frame with what was asked for. */
const stepLines = (nets) =>
  Object.entries(NETS).flatMap(([name, { label }]) =>
    STEPS.map((step) => {
      const { product, twin } = nets[name][step];
      const budget = step === "first" ? 0.5 : 1;
      return line(
        `${STEP_NAMES[step]}, ${label}`,
        `${ms(product)} : ${ms(twin)} = ${times(product / twin)}`,
        `≤ ${budget} × Element Plus`,
        product <= budget * twin,
      );
    }),
  );

function tabLines({ first, last, open }) {
  const heap = last.heap / first.heap - 1;
  const own = first.own && last.own ? last.own / first.own - 1 : null;
  return [
    line(
      `Renderer with ${open} tabs open against the first`,
      `heap ${MB(first.heap)} → ${MB(last.heap)} (${percent(heap)})`,
      `≤ +${TAB_TOLERANCE * 100} %`,
      heap <= TAB_TOLERANCE && open === 20,
      own === null
        ? ""
        : `private memory ${MB(first.own)} → ${MB(last.own)} (${percent(own)}), documents ${first.documents} → ${last.documents}`,
    ),
  ];
}

const costLines = ({ apart, together, busy, busyWhole, bare }) => [
  line(
    "Server CPU per list page, console alone",
    `${ms(apart.page)} : ${ms(apart.empty)} = ${times(apart.ratio)}`,
    "≤ 2 × empty page",
    apart.ratio <= 2,
    `the same list drawn anew each time, its answer known: ${ms(apart.first)}; backend in its own process: ${ms(apart.backend)}; bare Express + Remix: ${ms(bare)}`,
  ),
  line(
    "Server CPU per list page, console and backend in one process",
    `${ms(together.page)} : ${ms(together.empty)} = ${times(together.ratio)}`,
    "",
    null,
  ),
  line(
    "50 connections, console alone",
    `p99 ${ms(busy.p99)}`,
    "",
    null,
    `p50 ${ms(busy.p50)}, ${busy.perSecond.toFixed(0)} pages/s`,
  ),
  line(
    "50 connections, one process",
    `p99 ${ms(busyWhole.p99)}`,
    "",
    null,
    `p50 ${ms(busyWhole.p50)}, ${busyWhole.perSecond.toFixed(0)} pages/s`,
  ),
];

function memoryLines({ samples }) {
  const share = growth(samples);
  const at = samples.map((s) => MB(s.heap)).join(", ");
  const last = samples.at(-1);
  return [
    line(
      `Console heap over ${last.requests} list pages`,
      percent(share),
      `≤ +${HEAP_TOLERANCE * 100} %`,
      share <= HEAP_TOLERANCE,
      `after GC every ${samples[1].requests}: ${at}; RSS ${MB(samples[1].rss)} → ${MB(last.rss)}`,
    ),
  ];
}

const parts = {
  weight: weightLines,
  paint: paintLines,
  steps: stepLines,
  tabs: tabLines,
  cost: costLines,
  memory: memoryLines,
};

/** Lines of the parts that were measured. */
export const linesOf = (results) =>
  Object.entries(parts).flatMap(([name, make]) => (results[name] ? make(results[name]) : []));

export function markdown(results) {
  const mark = { true: "met", false: "**missed**", null: "" };
  const rows = linesOf(results).map((l) => `| ${l.what} | ${l.measured} | ${l.budget} | ${mark[l.ok]} | ${l.note} |`);
  const cpu = `${os.cpus().length} × ${os.cpus()[0]?.model ?? "?"}`;
  const load = results.load.map((n) => n.toFixed(1)).join(" → ");
  return [
    "# Measured by `npm run bench`",
    "",
    `User list of 20 rows, full shell, one run on ${cpu}, Node ${process.versions.node}, ${results.when}; load average ${load}.`,
    "",
    "| What | Measured | Budget | | More |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
