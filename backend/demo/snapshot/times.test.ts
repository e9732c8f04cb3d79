import { expect, it } from "vitest";
import { documents } from "#documents";
import { readSnapshot, type SnapshotManifest } from "./archive";
import { snapshotFile } from "./load";

/* When things were done in the demonstration that comes with the program (company.md 3.5). */

/** Times of a document in the order in which it comes to them. */
const TIMES = ["create_time", "submit_time", "approve_time", "done_time"];
/** They come all at once, with the orders that there are. */
const AT_ONCE = ["customer"];
/** Fewer rows say nothing. */
const FEW = 10;
const DISTINCT = 0.6;
const MINUTE_MS = 60_000;
const SHANGHAI_MS = 8 * 3_600_000;
/** From one day of work to the next, at the most. */
const WEEKEND_MS = 4 * 86_400_000;

interface Kept {
  manifest: SnapshotManifest;
  rowsOf(table: string): Record<string, string>[];
}

async function kept(profile: string): Promise<Kept> {
  const texts = new Map<string, string>();
  let manifest: SnapshotManifest | undefined;
  for await (const part of readSnapshot(snapshotFile(profile)))
    if ("tables" in part) manifest = part;
    else texts.set(part.table, part.rows);
  if (!manifest) throw new Error("no manifest");
  const columns = new Map(manifest.tables.map((t) => [t.name, t.columns.map((c) => c.name)]));
  const rowsOf = (table: string) =>
    (texts.get(table) ?? "")
      .split("\n")
      .filter(Boolean)
      .map((row) => {
        const fields = row.split("\t");
        return Object.fromEntries((columns.get(table) ?? []).map((name, at) => [name, fields[at] ?? ""]));
      });
  return { manifest, rowsOf };
}

const numbered = documents.filter(({ number, of }) => number && !of);
const timeOf = (text: string | undefined) => Date.parse(text ?? "");
const dayOf = (text: string | undefined) =>
  new Date(timeOf(text) + SHANGHAI_MS).toISOString().slice(2, 10).replaceAll("-", "");

const small = await kept("small");
const full = await kept("full");

it.each([
  ["small", small],
  ["full", full],
])("%s: what is done comes after what it was made of", (_profile, { manifest, rowsOf }) => {
  const wrong: string[] = [];
  for (const { table } of numbered)
    for (const row of rowsOf(table)) {
      const times = [...TIMES.map((name) => timeOf(row[name])), timeOf(manifest.until)].filter(Number.isFinite);
      if (times.some((time, i) => i && time < (times[i - 1] ?? 0))) wrong.push(`${table} ${row.no}`);
    }
  expect(wrong).toEqual([]);
});

it.each([
  ["small", small],
  ["full", full],
])("%s: who has to decide has had to since the last day of work", (_profile, { manifest, rowsOf }) => {
  const open = rowsOf("act_task").filter(({ status }) => status === "todo" || status === "waiting");
  const since = timeOf(manifest.until) - WEEKEND_MS;
  expect(open.length).toBeGreaterThan(FEW);
  expect(open.filter((task) => timeOf(task.create_time) < since)).toEqual([]);
});

it.each([
  ["small", small],
  ["full", full],
])("%s: rows of a table are made at minutes of their own", (_profile, { rowsOf }) => {
  const same: string[] = [];
  for (const table of new Set(numbered.map((d) => d.table))) {
    if (AT_ONCE.includes(table)) continue;
    const minutes = rowsOf(table).map((row) => Math.floor(timeOf(row.create_time) / MINUTE_MS));
    const share = new Set(minutes).size / minutes.length;
    if (minutes.length >= FEW && share < DISTINCT) same.push(`${table} ${share.toFixed(2)} of ${minutes.length}`);
  }
  expect(same).toEqual([]);
});

it.each([
  ["small", small],
  ["full", full],
])("%s: a number is of the day of its document", (_profile, { rowsOf }) => {
  const wrong: string[] = [];
  for (const { table, number } of numbered)
    for (const row of rowsOf(table)) {
      if (!row.no?.startsWith(number ?? "")) continue;
      const day = row.no.slice(number?.length ?? 0).slice(0, 6);
      if (day !== dayOf(row.create_time)) wrong.push(`${table} ${row.no} ${row.create_time}`);
    }
  expect(wrong).toEqual([]);
});
