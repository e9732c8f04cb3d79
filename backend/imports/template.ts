import type { Response } from "express";
import { writeXlsx } from "hucre/xlsx";
import type { DocumentType, ImportColumn } from "#documents/kit";
import { disposition } from "../http/disposition";
import { hintOf } from "./hints";
import { letters } from "./mapping";

const CHARACTER = 2.2;

/** The empty file of a document: headings, and a second sheet that says what may stand where. */
export async function sendTemplate(
  res: Response,
  document: DocumentType,
  columns: readonly ImportColumn[],
): Promise<void> {
  const heading = (c: ImportColumn) => (c.required ? `${c.label}*` : c.label);
  const lists = columns.flatMap((c, i) => {
    const f = c.field;
    const values =
      f?.kind === "enum"
        ? Object.values(f.options).map((o) => o.label)
        : f?.kind === "bool"
          ? ["是", "否"]
          : [];
    // A list in the cell itself holds 255 characters.
    if (!values.length || values.join().length > 250) return [];
    return [{ at: i, values }];
  });
  const bytes = await writeXlsx({
    sheets: [
      {
        name: document.label,
        columns: columns.map((c) => ({ width: Math.max(12, heading(c).length * CHARACTER) })),
        rows: [columns.map(heading)],
        freezePane: { rows: 1 },
        dataValidations: lists.map(({ at, values }) => ({
          type: "list" as const,
          values,
          allowBlank: true,
          range: `${letters(at)}2:${letters(at)}1000`,
        })),
      },
      {
        name: "填写说明",
        columns: [{ width: 24 }, { width: 8 }, { width: 80 }],
        rows: [
          ["列", "必填", "说明"],
          ...columns.map((c) => [c.label, c.required ? "是" : "", hintOf(c)]),
        ],
        freezePane: { rows: 1 },
      },
    ],
  });
  res.setHeader(
    "Content-Type",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  );
  res.setHeader("Content-Disposition", disposition("attachment", `${document.label}导入模板.xlsx`));
  res.setHeader("Cache-Control", "private, no-store");
  res.end(Buffer.from(bytes));
}
