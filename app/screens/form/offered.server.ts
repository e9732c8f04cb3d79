import { z } from "zod";
import { documentNamed } from "#documents";
import {
  type Around,
  allFields,
  type DocumentType,
  type Field,
  findsOf,
  keywordField,
  labelName,
} from "#documents/kit";
import type { Erp } from "~/erp/client.server";
import { id, text } from "~/erp/shapes";
import { formatMoney, formatNumber } from "~/text";
import { flatten } from "~/ui/option";
import type { Choice } from "~/ui/ref-input/choice";
import { loadOptions, type OptionOptions } from "../frame/options.server";
import { fileHref } from "../row/files";

const row = z.looseObject({
  id,
  label: text,
  match: z.string().optional(),
  facts: z.record(z.string(), z.unknown()).optional(),
});
const rows = z.array(row);
type OfferedRow = z.output<typeof row>;

/** A row that a reference may name. */
export interface OfferedOffer extends Choice {
  id: string;
  match?: string;
  /** What is known of it by the names of its fields: values, and their texts for cells of a line. */
  facts: Record<string, unknown>;
  known: Record<string, string>;
}

const amount = (value: unknown) => formatNumber(String(value).replace(/(\.\d*?)0+$/, "$1"));

/** A fact in words; nothing where it is not known. */
function wordOf(name: string, f: Field, facts: Record<string, unknown>, options: OptionOptions): string {
  const value = facts[name];
  if (value === null || value === undefined || value === "") return "";
  switch (f.kind) {
    case "enum":
      return f.options[String(value)]?.label ?? String(value);
    case "dict":
      return flatten(options[name] ?? []).find((o) => o.value === value)?.label ?? String(value);
    case "int":
      return formatNumber(String(value), 0);
    case "money":
      return formatMoney(String(value));
    case "decimal":
      return amount(value);
    case "ref":
      return String(facts[labelName(name)] ?? "");
    case "image":
    case "images":
    case "files":
      return "";
    default:
      return Array.isArray(value) ? value.join(" ") : String(value);
  }
}

/** A figure says what it is, or in which unit. */
const figure = (f: Field, word: string) =>
  f.unit ? `${word} ${f.unit}` : f.kind === "dict" ? word : `${f.label} ${word}`;

function offerOf(document: DocumentType, { id: own, label, match, facts = {} }: OfferedRow, options: OptionOptions) {
  const fields = allFields(document);
  const { picture, name, words = [], figures = [] } = document.lookup?.facts ?? {};
  const word = (n: string) => (fields[n] ? wordOf(n, fields[n], facts, options) : "");
  const file = picture ? [facts[picture]].flat()[0] : undefined;
  // A line keeps the value of a dictionary, not its word.
  const cell = (n: string) => (fields[n]?.kind === "dict" ? String(facts[n]) : word(n));
  const known = Object.keys(facts).flatMap((n) => (cell(n) ? [[n, cell(n)] as const] : []));
  const offer: OfferedOffer = { id: own, label, facts, known: Object.fromEntries(known) };
  if (match) offer.match = match;
  if (/^\d+$/.test(String(file ?? ""))) offer.picture = fileHref(String(file));
  if (picture) offer.pictured = true;
  if (name && word(name)) offer.name = word(name);
  offer.note = words.map(word).filter(Boolean).join(" · ");
  offer.end = figures.flatMap((n) => (fields[n] && word(n) ? [figure(fields[n], word(n))] : [])).join(" · ");
  return offer;
}

/** Rows of a declaration for a reference, with what is said of them. `line`: and what lines learn. */
export async function offered(
  erp: Pick<Erp, "get">,
  document: DocumentType,
  asked: { keyword?: string; labels?: string[]; ids?: string; only?: string | undefined },
  line?: Around,
): Promise<OfferedOffer[]> {
  const facts = document.lookup?.facts && (line ? "line" : "option");
  const query = { ...asked, ...line, facts };
  const found = await erp.get(`${document.api}/options`, { query, schema: rows });
  const dicts = Object.entries(allFields(document)).filter(
    ([name, f]) => f.kind === "dict" && found.some((r) => r.facts?.[name]),
  );
  const options = await loadOptions(erp, dicts);
  return found.map((r) => offerOf(document, r, options));
}

/** What was typed, and what it may mean: one row, or several to choose from, or none. */
export interface Meant {
  hit?: OfferedOffer;
  several: OfferedOffer[];
}

const CHUNK = 100;
/** Texts that are no name of a row are looked for one by one: so many of one form. */
const MOST_PARTS = 60;

/** The only row that fits, or the only one that fits as a whole. */
function clearOf(found: OfferedOffer[]): Meant {
  const whole = found.filter((o) => o.match === "exact");
  const [hit] = whole.length === 1 ? whole : found.length === 1 ? found : [];
  return hit ? { hit, several: [] } : { several: found };
}

/** What typed texts mean, by their small letters: whole names in one call, parts of names after it. */
export async function meantBy(
  erp: Pick<Erp, "get">,
  to: string,
  texts: readonly string[],
  line?: Around,
): Promise<Map<string, Meant>> {
  const document = documentNamed(to);
  const wanted = [...new Map(texts.map((t) => [t.trim().toLowerCase(), t.trim()]))];
  const meant = new Map<string, Meant>();
  for (let i = 0; i < wanted.length; i += CHUNK) {
    const labels = wanted.slice(i, i + CHUNK).map(([, t]) => t);
    for (const hit of await offered(erp, document, { labels }, line))
      meant.set(hit.label.toLowerCase(), { hit, several: [] });
  }
  const open = wanted.filter(([key]) => !meant.has(key));
  const parts = open.slice(0, MOST_PARTS).map(async ([key, keyword]) => {
    const found = clearOf(await offered(erp, document, { keyword: keyword.slice(0, 100) }));
    const { hit } = found;
    // What lines learn is asked for where it is wanted alone.
    const [whole] = hit && line ? await offered(erp, document, { ids: hit.id }, line) : [hit];
    meant.set(key, whole ? { hit: whole, several: [] } : found);
  });
  await Promise.all(parts);
  return meant;
}

/** Why a typed text means no row, in words. */
export function notMeant(to: string, typed: string, several: readonly OfferedOffer[]): string {
  const document = documentNamed(to);
  if (several.length)
    return `“${typed}”符合${several.length >= 20 ? "很多" : `${several.length}个`}${document.label}，请选择一个`;
  const own = document.of ? documentNamed(document.of) : document;
  const looked = findsOf(own).flatMap((n) => keywordField(own, n)?.label ?? []);
  return `找不到${document.label}“${typed}”${looked.length > 1 ? `（已按${looked.join("、")}查找）` : ""}`;
}
