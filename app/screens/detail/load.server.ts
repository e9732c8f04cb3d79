import { z } from "zod";
import { type DocumentType, formFields, permissionOf } from "#documents/kit";
import { text } from "~/erp/shapes";
import type { Desk } from "~/session/desk.server";
import { loadOptions, type Options } from "../options.server";
import { type Row, rowSchema } from "../row";
import type { HistoryEntry } from "./history";

export interface DetailState {
  kind: "detail";
  row: Row;
  options: Options;
  history: HistoryEntry[];
  permissions: string[];
  key: string;
}

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

/** One row as the declaration's own read call answers it. */
export async function loadRow(desk: Desk, document: DocumentType, id: string): Promise<Row> {
  const path = document.readPath?.replace("{id}", id) ?? `${document.api}/${id}`;
  return (await desk.erp.get(path, { schema: rowSchema })) as Row;
}

/** A row with its history: what the detail page and the view dialog show. */
export async function loadDetail(
  desk: Desk,
  document: DocumentType,
  id: string,
): Promise<DetailState> {
  const row = await loadRow(desk, document, id);
  const dicts = formFields(document, "view").filter(([, f]) => f.kind === "dict");
  const [options, history, user] = await Promise.all([
    loadOptions(desk.erp, dicts),
    desk.erp.get(`/admin/operlog/${document.name}/${id}`, { schema: z.array(entry) }),
    desk.user(),
  ]);
  const codes = [...user.permissions].filter(
    (code) => code.startsWith(document.permission) || code === permissionOf(document, "view"),
  );
  return { kind: "detail", row, options, history, permissions: codes, key: crypto.randomUUID() };
}
