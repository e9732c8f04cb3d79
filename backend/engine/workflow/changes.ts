import type { Caller } from "#backend/platform/http";
import { allFields, type DocumentType, type Field, labelName, readable } from "#documents/kit";

type ChangeValues = Record<string, unknown>;

/** One value that differs; both sides carry the readable twin of a reference. */
export interface Change {
  name: string;
  before: ChangeValues;
  after: ChangeValues;
}

export interface LineChange {
  /** Name of the line table in the declaration. */
  lines: string;
  kind: "added" | "removed" | "changed";
  /** The line as it is now, or was. */
  line: ChangeValues;
  changes: Change[];
}

export interface Changes {
  fields: Change[];
  lines: LineChange[];
}

/** What every round changes by itself, and what never differs. */
const OWN = new Set([
  "status",
  "version",
  "createBy",
  "createTime",
  "updateBy",
  "updateTime",
  "submitTime",
  "approveTime",
  "approveBy",
  "procInstId",
]);

const DECIMAL = new Set(["money", "decimal", "percent"]);

/** 3 and 3.00 are one amount; nothing, empty text and an empty list are all nothing. */
function canonical(f: Field, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (Array.isArray(value)) return value.length ? JSON.stringify(value) : "";
  if (DECIMAL.has(f.kind))
    return String(value)
      .replace(/(\.\d*?)0+$/, "$1")
      .replace(/\.$/, "");
  return JSON.stringify(value);
}

const part = (row: ChangeValues, name: string): ChangeValues => ({
  [name]: row[name] ?? null,
  ...Object.fromEntries([labelName(name), `$${name}`].filter((n) => n in row && n !== name).map((n) => [n, row[n]])),
});

function compare(fields: [string, Field][], before: ChangeValues, after: ChangeValues): Change[] {
  return fields
    .filter(([name, f]) => canonical(f, before[name]) !== canonical(f, after[name]))
    .map(([name]) => ({ name, before: part(before, name), after: part(after, name) }));
}

const shown = (fields: Record<string, Field>, caller: Caller) =>
  Object.entries(fields).filter(
    ([name, f]) =>
      !f.virtual && !f.hidden && !["password", "json"].includes(f.kind) && !OWN.has(name) && readable(f, caller),
  );

const listOf = (v: unknown): ChangeValues[] => (Array.isArray(v) ? v : []);

/** Only what the caller may read of a line. */
const visibleLine = (fields: [string, Field][], line: ChangeValues): ChangeValues =>
  Object.assign({ id: line.id, lineNo: line.lineNo }, ...fields.map(([n]) => part(line, n)));

function compareLines(name: string, fields: [string, Field][], before: ChangeValues[], after: ChangeValues[]) {
  const was = new Map(before.map((l) => [String(l.id), l]));
  const found: LineChange[] = [];
  for (const line of after) {
    const old = was.get(String(line.id));
    was.delete(String(line.id));
    const changes = old ? compare(fields, old, line) : [];
    const shownLine = visibleLine(fields, line);
    if (!old) found.push({ lines: name, kind: "added", line: shownLine, changes });
    else if (changes.length) found.push({ lines: name, kind: "changed", line: shownLine, changes });
  }
  for (const line of was.values())
    found.push({ lines: name, kind: "removed", line: visibleLine(fields, line), changes: [] });
  return found;
}

/** What differs between two rounds of a document, as far as the caller may read it. */
export function changesBetween(
  document: DocumentType,
  caller: Caller,
  before: ChangeValues,
  after: ChangeValues,
): Changes {
  const fields = compare(shown(allFields(document), caller), before, after);
  const lines = Object.entries(document.lines ?? {}).flatMap(([name, l]) =>
    compareLines(name, shown(l.fields, caller), listOf(before[name]), listOf(after[name])),
  );
  return { fields, lines };
}
