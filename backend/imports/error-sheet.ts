import type { Response } from "express";
import type { DocumentType } from "#documents/kit";
import { sendXlsx } from "../http/spreadsheet";
import type { Import } from "./store";

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
