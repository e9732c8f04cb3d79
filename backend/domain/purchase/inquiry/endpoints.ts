import { z } from "zod";
import { context } from "#backend/engine/documents/call";
import { readDocument } from "#backend/engine/documents/reading/read-document";
import { type Endpoint, endpoint } from "#backend/platform/http";
import { type SheetColumn, sendXlsx } from "#backend/platform/http/spreadsheet";
import { logExport } from "#backend/platform/logs/write";
import type { RowOf } from "#documents/kit";
import { inquiryOrder } from "#documents/purchase/inquiry-order";

const ITEM = [
  ["skuCode", "SKU"],
  ["skuName", "品名"],
  ["spec", "规格"],
  ["qty", "询价数量"],
  ["targetPrice", "目标价"],
  ["lastPrice", "上次价"],
] as const;
const QUOTE = [
  ["quotedPrice", "报价"],
  ["taxRate", "税率%"],
  ["price", "不含税单价"],
  ["moq", "起订量"],
  ["leadDays", "交期(天)"],
  ["validTo", "有效期"],
  ["awardQty", "定标数量"],
  ["awardReason", "定标说明"],
] as const;
const DECIMALS = new Set(["quotedPrice", "taxRate", "price", "targetPrice", "lastPrice"]);

const cell = (name: string, value: unknown) =>
  value === null || value === undefined || value === "" ? "" : DECIMALS.has(name) ? Number(value) : value;

/** Lines × suppliers of an inquiry as a sheet: one row a line, the answers of each supplier side by side. */
function sheetOf({ items, quotes }: RowOf<typeof inquiryOrder>): {
  columns: SheetColumn[];
  rows: Record<string, unknown>[];
} {
  const suppliers = [...new Map(quotes.map((q) => [q.supplierId, q.$supplierId]))];
  // What the caller may not read is not in the row.
  const shown = (first: object | undefined) => (entry: readonly [string, string]) => !first || entry[0] in first;
  const own = ITEM.filter(shown(items[0]));
  const answers = QUOTE.filter(shown(quotes[0]));
  return {
    columns: [
      ...own.map(([key, header]) => ({ key, header })),
      ...suppliers.flatMap(([id, name]) =>
        answers.map(([key, header]) => ({ key: `${id}.${key}`, header: `${name} ${header}` })),
      ),
    ],
    rows: items.map((item) => ({
      ...Object.fromEntries(own.map(([key]) => [key, cell(key, item[key])])),
      ...Object.fromEntries(
        quotes
          .filter((q) => q.lineId === item.id)
          .flatMap((q) => answers.map(([key]) => [`${q.supplierId}.${key}`, cell(key, q[key])])),
      ),
    })),
  };
}

/** `GET /purchase/inquiry/comparison?id=`: 比价表 as xlsx. */
export const inquiryEndpoints: Endpoint[] = [
  endpoint({
    tag: "询价单",
    path: "/purchase/inquiry/comparison",
    title: "导出比价表",
    permission: "purchase_inquiry_export",
    raw: true,
    query: z.object({ id: z.string() }),
    async handle(call) {
      const { db, res, query } = call;
      const row = await readDocument(context(call, db), inquiryOrder, {}, query.id);
      const { columns, rows } = sheetOf(row);
      await logExport(call, "导出比价表", row.no, rows.length);
      await sendXlsx(res, `比价表${row.no}.xlsx`, columns, rows, { demo: call.config.demo });
    },
  }),
];
