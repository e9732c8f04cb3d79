import { z } from "zod";
import { documentNamed, documents } from "#documents";
import { allFields, type DocumentType, isBusiness, knownFigures, type Lines, permissionOf } from "#documents/kit";
import { isStarred } from "~/erp/search.server";
import { list, text } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import { dictFields, loadOptions, type OptionOptions } from "../frame/options.server";
import { loadRow } from "../row/load.server";
import type { RowRow } from "../row/row";
import type { Unsaid } from "./comment.server";
import type { HistoryEntry } from "./history";

export interface DetailState {
  kind: "detail";
  row: RowRow;
  options: OptionOptions;
  history: HistoryEntry[];
  chain: Linked[];
  comments: Comment[];
  permissions: string[];
  /** Documents whose rows the person may see: references to them are links. */
  opens: string[];
  /** Whether the person starred it; null where stars are not kept. */
  starred: boolean | null;
  /** Why the row cannot be edited, which is what was asked for. */
  refused?: string;
  /** A comment that was refused. */
  unsaid?: Unsaid["unsaid"];
  key: string;
}

const linked = z.object({
  type: text,
  id: text,
  label: text,
  name: text,
  status: text,
  way: z.enum(["from", "to", "beside"]),
  steps: z.coerce.number().catch(1),
  amount: text,
  currency: text,
  qty: z
    .number()
    .nullish()
    .transform((v) => v ?? null),
  date: text,
});
/** A document before, behind or beside this one. */
export type Linked = z.output<typeof linked>;

const comment = z.object({
  id: text,
  content: text,
  createTime: text,
  createByName: text,
  attachments: list(z.object({ id: text, name: text })),
});
/** What somebody said about this document. */
export type Comment = z.output<typeof comment>;

const entry = z.object({
  id: text,
  action: text,
  operator: text,
  time: text,
  diff: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((v) => v ?? null),
});

/** Documents that the fields of this one name and that the person may see. */
export function seenFrom(document: DocumentType, permissions: ReadonlySet<string>): string[] {
  const fields = [document, ...Object.values(document.lines ?? {})].flatMap((d) => Object.values(allFieldsOf(d)));
  // Which documents they are says each row.
  const anyOf = fields.some((f) => f.names) ? documents.map((d) => d.name) : [];
  const named = fields.flatMap((f) => {
    if (f.kind === "ref" || f.kind === "refs") return [f.to];
    return f.kind === "text" ? (f.numbersOf ?? []) : [];
  });
  return [...new Set([...named, ...anyOf])].filter((name) =>
    permissions.has(permissionOf(documentNamed(name), "view")),
  );
}

const allFieldsOf = (d: DocumentType | Lines) => ("api" in d ? allFields(d) : d.fields);

/** A row with its history: what the detail page and the view dialog show. */
export async function loadDetail(staff: Staff, document: DocumentType, id: string): Promise<DetailState> {
  const row = knownFigures(document, await loadRow(staff, document, id));
  const hangs = <S extends z.ZodType>(path: string, schema: S) =>
    isBusiness(document)
      ? staff.erp.get(`${path}/${document.name}/${id}`, { schema: z.array(schema) })
      : Promise.resolve([]);
  const [chain, comments, options, history, user, starred] = await Promise.all([
    hangs("/admin/chain", linked),
    hangs("/admin/comment", comment),
    loadOptions(staff.erp, dictFields(document)),
    staff.erp.get(`/admin/operlog/${document.of ?? document.name}/${id}`, { schema: z.array(entry) }),
    staff.user(),
    document.screens.detail && document.keyword ? isStarred(staff.erp, document.name, id) : Promise.resolve(null),
  ]);
  const codes = [...user.permissions].filter(
    (code) =>
      code.startsWith(document.permission) ||
      code === permissionOf(document, "view") ||
      Object.keys(document.actions ?? {}).some((name) => code === permissionOf(document, name)),
  );
  return {
    kind: "detail",
    row,
    options,
    history,
    chain,
    comments,
    permissions: codes,
    starred,
    opens: seenFrom(document, user.permissions),
    key: crypto.randomUUID(),
  };
}
