import dayjs from "dayjs";
import fc from "fast-check";
import { documents } from "#documents";
import type { DocumentType, Field, Lines } from "#documents/kit";
import type { Person } from "./people";

/** A stream of numbers from 0 to 1 that a seed decides (mulberry32). */
export function dice(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (n: number) => Math.floor(next() * n);
  return {
    /** True in `chance` of all throws. */
    often: (chance: number) => next() < chance,
    /** A whole number between both, both included. */
    between: (low: number, high: number) => low + upTo(Math.max(high - low, 0) + 1),
    /** One of them; undefined of none. */
    one: <T>(of: readonly T[]): T | undefined => of[upTo(of.length)],
  };
}

export type Dice = ReturnType<typeof dice>;
type Values = Record<string, unknown>;

const byName = new Map(documents.map((d) => [d.name, d]));

/** Whole pieces around what was proposed: mostly as it is, often less, now and then more. */
function pieces(d: Dice, known: unknown, f: { min?: number; max?: number }) {
  const proposed = Number(known ?? 0);
  const low = f.min ?? 0;
  if (!(proposed > 0)) return d.between(Math.max(low, 1), Math.min(f.max ?? 60, 60));
  if (d.often(0.6)) return proposed;
  return d.often(0.85) ? d.between(Math.min(low, proposed), proposed) : proposed + d.between(1, 5);
}

function amount(d: Dice, known: unknown, scale: number) {
  const proposed = Number(known ?? 0);
  if (proposed && d.often(0.75)) return String(known);
  return (d.between(1, 20_000) / 100).toFixed(Math.min(scale, 2));
}

/** The number of what nobody else has named so. */
let told = 0;
const unlike = (d: Dice) => `M${d.between(100, 999)}${++told}`;

async function named(p: Person, d: Dice, f: Field): Promise<string | undefined> {
  if (f.kind !== "ref" && f.kind !== "refs") return undefined;
  const target = byName.get(f.to);
  if (!target) return undefined;
  const [name, values] = Object.entries(f.only ?? {})[0] ?? [];
  const only = name && values ? `?only=${name}:${values.join("|")}` : "";
  return d.one((await p.options(`${target.api}/options${only}`)).slice(0, 12));
}

/** What somebody might answer to one field; undefined: nothing. */
async function answer(p: Person, d: Dice, name: string, f: Field, known: unknown) {
  switch (f.kind) {
    case "int":
      return pieces(d, known, f);
    case "decimal":
    case "money":
    case "percent":
      return amount(d, known, f.kind === "percent" ? 2 : (f.scale ?? 2));
    case "bool":
      return d.often(0.3);
    case "enum":
      return known && d.often(0.7) ? known : d.one(Object.keys(f.options));
    case "date":
      return known && d.often(0.8) ? known : dayjs().add(d.between(-3, 30), "day").format("YYYY-MM-DD");
    case "datetime":
      return dayjs().subtract(d.between(1, 120), "minute").format("YYYY-MM-DD HH:mm:ss");
    case "dict":
      return known ?? d.one(await p.words(f.type));
    case "ref":
      return known && d.often(0.8) ? known : await named(p, d, f);
    case "files":
    case "images":
      return [await p.upload(d.one(["a", "b", "c", "d"]) ?? "a")];
    case "image":
      return p.upload("a");
    case "text":
    case "longtext":
      if (known && d.often(0.7)) return known;
      if (f.codeOf) return undefined;
      if (f.pattern)
        return fc.sample(fc.stringMatching(new RegExp(f.pattern[0].source)), {
          seed: d.between(0, 1e9),
          numRuns: 1,
        })[0];
      return f.input === "tel" ? "13800138000" : `${/[nN]o$/.test(name) ? "" : "猴"}${unlike(d)}`;
    default:
      return undefined;
  }
}

/** Values for these fields on what is proposed: what must be there, and some of the rest. */
export async function answers(
  p: Person,
  d: Dice,
  fields: Readonly<Record<string, Field>>,
  proposed: Values = {},
): Promise<Values> {
  const values: Values = {};
  for (const [name, f] of Object.entries(fields)) {
    if (f.computed || f.virtual) continue;
    const known = proposed[name];
    if (f.hidden || f.kind === "line") {
      if (known !== undefined) values[name] = known;
      continue;
    }
    const asked = f.required || (known !== undefined && known !== null) || d.often(0.3);
    const value = asked ? await answer(p, d, name, f, known) : undefined;
    if (value !== undefined) values[name] = value;
  }
  return values;
}

const rowsOf = (values: Values, list: string): Values[] => {
  const rows = values[list];
  return Array.isArray(rows) ? rows.map((row) => ({ ...row })) : [];
};

/** Rows of each list: some of those proposed, else a few of its own. */
export async function lineAnswers(
  p: Person,
  d: Dice,
  lines: Readonly<Record<string, Lines>> | undefined,
  proposed: Values,
): Promise<Values> {
  const values: Values = {};
  for (const [list, { fields, computed, sourced }] of Object.entries(lines ?? {})) {
    if (computed) continue;
    const given = rowsOf(proposed, list);
    const kept = given.filter(() => sourced === "whole" || d.often(0.85));
    const rows = given.length ? (kept.length ? kept : given) : Array(d.between(1, 3)).fill({});
    values[list] = [];
    const made: Values[] = [];
    for (const row of rows) {
      const own = await answers(p, d, fields, row);
      made.push(row.id === undefined ? own : { id: row.id, ...own });
    }
    values[list] = made;
  }
  return values;
}

/** Fields of the form that a person fills in. */
export const asked = (document: DocumentType, mode: "add" | "edit") =>
  Object.fromEntries(
    Object.entries(document.fields).filter(
      ([, f]) => !f.computed && !f.hiddenIn?.includes(mode) && !f.readonlyIn?.includes(mode),
    ),
  );
