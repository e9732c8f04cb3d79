import type { DocumentType, Field } from "#documents/kit";
import { tieFiles } from "../../files/tie";
import { givenLines } from "../rows";
import type { RuleContext, Values } from "../rules";

const isFile = (f: Field) => f.kind === "files" || f.kind === "image" || f.kind === "images";

/** Addresses of files in one row. */
const filesOf = (fields: Record<string, Field>, row: Values): string[] =>
  Object.entries(fields)
    .filter(([, f]) => isFile(f))
    .flatMap(([name]) => [row[name] ?? []].flat())
    .map(String);

/** Addresses of the files that a save names, in header and lines. */
export function filesIn(document: DocumentType, values: Values): string[] {
  const lines = Object.entries(document.lines ?? {}).flatMap(([name, { fields }]) =>
    (givenLines(values, name) ?? []).flatMap((row) => filesOf(fields, row)),
  );
  return [...new Set([...filesOf(document.fields, values), ...lines])];
}

/** Whoever may view a document may read the files that its author uploaded for it. */
export async function tieSaved(
  c: RuleContext,
  document: DocumentType,
  id: string,
  values: Values,
): Promise<void> {
  const urls = filesIn(document, values);
  if (urls.length) await tieFiles(c, { type: document.of ?? document.name, id }, urls);
}
