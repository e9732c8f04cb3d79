import { tieFiles, usesOf } from "#backend/platform/files/owners";
import { fileType } from "#backend/platform/files/types";
import { invalid } from "#backend/platform/http";
import { type DocumentType, type Field, isFile } from "#documents/kit";
import { once } from "#documents/kit/once";
import { givenLines } from "../rows";
import type { RuleContext, RuleValues } from "../rules";
import { viewCheck } from "../view-check";

/** What has fields and lines: a document, or what an action asks for. */
type Form = Pick<DocumentType, "fields" | "lines">;

interface FileNamed {
  path: string;
  f: Field;
  id: string;
}

const fileFields = once((fields: Record<string, Field>) =>
  Object.entries(fields).filter(([, f]) => isFile(f) && !f.virtual),
);

const inRow = (fields: Record<string, Field>, row: RuleValues, prefix = ""): FileNamed[] =>
  fileFields(fields).flatMap(([name, f]) =>
    [row[name] ?? []].flat().map((id) => ({ path: `${prefix}${name}`, f, id: String(id) })),
  );

/** The files that a form names, in header and lines. */
function namedIn({ fields, lines }: Form, values: RuleValues): FileNamed[] {
  const below = Object.entries(lines ?? {}).flatMap(([name, one]) =>
    (givenLines(values, name) ?? []).flatMap((row, i) => inRow(one.fields, row, `${name}.${i}.`)),
  );
  return [...inRow(fields, values), ...below];
}

interface FileStored {
  id: string;
  own: boolean;
  type: string;
}

/** Files of the tenant that are the caller's own, or stand in a document that the caller may view. */
async function nameable(c: RuleContext, ids: readonly string[]): Promise<Map<string, FileStored>> {
  const rows = await c.sql.query<FileStored>(
    `select id, type, coalesce(create_by = $2, false) as own from sys_file
     where tenant_id = $1 and id = any($3::bigint[]) and del_flag = 0`,
    [c.tenantId, c.caller.userId, ids],
  );
  const found = new Map<string, FileStored>();
  for (const row of rows) {
    let may = row.own;
    for (const { bizType, bizId } of may ? [] : await usesOf(c.sql, row.id)) {
      const owner = c.book.get(bizType)?.document;
      may ||= !!owner && !!(await viewCheck(owner)(c.sql, c.caller, bizId));
    }
    if (may) found.set(row.id, row);
  }
  return found;
}

/**
 * Refuses files that are not there or not the caller's to name; those of `before` may stay.
 * @throws Refusal 400 naming the first field
 */
export async function requireFiles(
  c: RuleContext,
  form: Form,
  values: RuleValues,
  before?: { form: Form; row: RuleValues },
): Promise<void> {
  const known = new Set(before && namedIn(before.form, before.row).map(({ id }) => id));
  const asked = namedIn(form, values).filter(({ f, id }) => !f.computed && !known.has(id));
  if (!asked.length) return;
  const found = await nameable(c, [...new Set(asked.map(({ id }) => id))]);
  for (const { path, f, id } of asked) {
    const file = found.get(id);
    const picture = f.kind === "files" || fileType(file?.type ?? "")?.picture;
    const message = !file ? `${f.label}中的文件不存在` : !picture && `${f.label}只能是图片`;
    if (message) throw invalid(message, { [path]: message });
  }
}

/** Whoever may view a document may read the files that it names. */
export async function tieSaved(c: RuleContext, document: DocumentType, id: string, values: RuleValues): Promise<void> {
  const ids = [...new Set(namedIn(document, values).map((named) => named.id))];
  await tieFiles(c, { type: document.of ?? document.name, id }, ids);
}
