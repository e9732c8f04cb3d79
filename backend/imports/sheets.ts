import type { Response } from "express";
import { writeXlsx } from "hucre/xlsx";
import { documentNamed } from "#documents";
import { type DocumentType, type Field, GROUP, type ImportColumn } from "#documents/kit";
import { disposition } from "../http/disposition";
import { sendXlsx } from "../http/spreadsheet";
import { letters } from "./mapping";
import type { Import } from "./store";

const kinds: Partial<Record<Field["kind"], string>> = {
  int: "整数",
  decimal: "数字",
  money: "金额",
  percent: "百分数，13表示13%",
  bool: "是或否",
  date: "日期，如2026-01-31",
  datetime: "时间，如2026-01-31 10:00:00",
};

/** What may stand in a column, in one sentence. */
export function hintOf({ key, field: f }: ImportColumn): string {
  if (key === GROUP || !f) return "同一单据的各行填写相同的内容";
  const options = "options" in f ? Object.values(f.options).map((o) => o.label) : [];
  const scale = "scale" in f && f.scale !== undefined ? `最多${f.scale}位小数` : "";
  const words = [
    options.length ? `可填：${options.join("、")}` : kinds[f.kind],
    f.kind === "ref" && `填写${documentNamed(f.to).label}的${displayOf(f.to)}`,
    (f.kind === "refs" || f.kind === "enums") && "多个用顿号分开",
    f.kind === "texts" && "多项用分号分开",
    f.kind === "dict" && "填写字典中的名称",
    scale,
    f.help,
    f.default !== undefined && options.length === 0 && f.kind !== "bool" && `不填为${f.default}`,
  ];
  return words.filter(Boolean).join("；");
}

function displayOf(name: string): string {
  const target = documentNamed(name);
  return target.fields[target.display]?.label ?? "名称";
}

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

/** The file that was sent with a column more: what is wrong with each row. */
export async function sendErrors(
  res: Response,
  document: DocumentType,
  file: Import,
  labelOf: (key: string | null) => string | null,
): Promise<void> {
  const wrong = new Map<number, string[]>();
  for (const { row, column, msg } of file.errors) {
    const label = labelOf(column);
    const sentence = label && !msg.includes(label) ? `${label}：${msg}` : msg;
    wrong.set(row, [...(wrong.get(row) ?? []), sentence]);
  }
  const columns = [...file.headers.map((header, i) => ({ key: String(i), header })), ERRORS];
  await sendXlsx(
    res,
    `${document.label}导入错误.xlsx`,
    columns,
    file.rows.map((row) => ({
      ...Object.fromEntries(row.cells.map((cell, i) => [String(i), cell])),
      wrong: wrong.get(row.at)?.join("；") ?? "",
    })),
  );
}

const ERRORS = { key: "wrong", header: "错误", width: 60 };
