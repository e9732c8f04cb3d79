import { documents } from "#documents";
import { allFields, type DocumentType, type Field, otherNames, readable } from "#documents/kit";

/** What one name may stand for in a document: its own fields, those of its lines and of what actions ask. */
export type LogDeclared = ReadonlyMap<string, readonly Field[]>;

/** Every field of a document, by the names under which calls and histories bear it. */
function* fieldsIn(document: DocumentType): Generator<readonly [string, Field]> {
  const parts = [document, ...Object.values(document.actions ?? {})];
  yield* Object.entries(allFields(document));
  for (const part of parts) {
    if ("input" in part && part.input) yield* Object.entries(part.input);
    for (const lines of Object.values(part.lines ?? {})) yield* Object.entries(lines.fields);
  }
  for (const [own, other] of otherNames(document)) {
    const f = document.fields[own];
    if (f) yield [other, f];
  }
}

function declaredBy(of: readonly DocumentType[]): LogDeclared {
  const found = new Map<string, Field[]>();
  for (const document of of)
    for (const [name, f] of fieldsIn(document)) found.set(name, [...(found.get(name) ?? []), f]);
  return found;
}

const NOTHING: LogDeclared = new Map();

function grouped(key: (document: DocumentType) => string): ReadonlyMap<string, LogDeclared> {
  const groups = new Map<string, DocumentType[]>();
  for (const d of documents) groups.set(key(d), [...(groups.get(key(d)) ?? []), d]);
  return new Map([...groups].map(([name, all]) => [name, declaredBy(all)]));
}

/** By the kind that the history of documents says. */
const byKind = grouped((d) => d.of ?? d.name);
/** By the address of the document's calls. */
const byApi = grouped((d) => d.api.toLowerCase());

/** What the declarations say of the values in histories of a kind of document. */
export const declaredOf = (bizType: string): LogDeclared => byKind.get(bizType) ?? NOTHING;

/** What they say of the values that a call brings, by its address. */
export function declaredAt(uri: string): LogDeclared {
  const parts = uri
    .toLowerCase()
    .replace(/^\/api(?=\/)/, "")
    .split("/");
  for (let n = parts.length; n > 1; n--) {
    const found = byApi.get(parts.slice(0, n).join("/"));
    if (found) return found;
  }
  return NOTHING;
}

/** May somebody read all that a name may stand for? */
export const mayRead = (declared: LogDeclared, name: string, caller: { permissions: ReadonlySet<string> }): boolean =>
  (declared.get(name) ?? []).every((f) => readable(f, caller));
