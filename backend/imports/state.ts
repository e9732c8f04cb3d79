import { z } from "zod";
import type { DocumentType } from "#documents/kit";
import { wireId } from "../http/answer";
import type { Call } from "../http/endpoint";
import { hintOf } from "./hints";
import { columnsFor } from "./keep-file";
import { letters } from "./mapping";
import type { Import } from "./store";

/** Problems that one answer carries; the file of errors has all that are kept. */
const SHOWN = 200;

export const stateSchema = z.object({
  id: wireId,
  fileName: z.string(),
  status: z.enum([
    "new",
    "checking",
    "checked",
    "refused",
    "committing",
    "done",
    "failed",
    "interrupted",
  ]),
  headers: z.array(z.string()).meta({ description: "文件的列，从0数起" }),
  samples: z.array(z.array(z.string())).meta({ description: "前三行数据" }),
  columns: z.array(
    z.object({ key: z.string(), label: z.string(), required: z.boolean(), hint: z.string() }),
  ),
  mapping: z.record(z.string(), z.int()).meta({ description: "字段 → 文件的列" }),
  existing: z.enum(["refuse", "update"]),
  mayUpdate: z.boolean(),
  total: z.int(),
  done: z.int(),
  added: z.int(),
  changed: z.int(),
  made: z.array(z.object({ id: wireId, no: z.string() })),
  errorCount: z.int(),
  errors: z.array(
    z.object({
      row: z.int(),
      column: z.string().nullable(),
      letter: z.string().nullable(),
      msg: z.string(),
    }),
  ),
});

export type ImportState = z.output<typeof stateSchema>;

export function stateOf(call: Call, document: DocumentType, file: Import): ImportState {
  const columns = columnsFor(document, call);
  const labels = new Map(columns.map((c) => [c.key, c.label]));
  const { rows, run: _run, headRow: _head, ...state } = file;
  return {
    ...state,
    samples: rows.slice(0, 3).map((r) => r.cells),
    columns: columns.map((c) => ({
      key: c.key,
      label: c.label,
      required: c.required,
      hint: hintOf(c),
    })),
    mayUpdate: !!document.import?.update,
    errorCount: file.errors.length,
    errors: file.errors.slice(0, SHOWN).map(({ row, column, msg }) => {
      const at = column === null ? undefined : file.mapping[column];
      const letter = at === undefined ? null : letters(at);
      return { row, msg, letter, column: column && (labels.get(column) ?? null) };
    }),
  };
}
