import { z } from "zod";
import { payableTypes } from "#documents/finance/payable-words";
import { supplierStatement } from "#documents/finance/payables/supplier-statement";
import type { RowOf } from "#documents/kit";
import { context } from "../../../documents/call";
import { readDocument } from "../../../documents/reading/read-document";
import { type Endpoint, endpoint } from "../../../http/endpoint";
import { type SheetColumn, sendXlsx } from "../../../http/spreadsheet";
import { logExport } from "../../../logs/export-log";
import { supplierStatementRules } from "./statement";

const COLUMNS: SheetColumn[] = [
  { key: "bizDate", header: "业务日期", width: 12 },
  { key: "type", header: "类型", width: 12 },
  { key: "po", header: "采购单", width: 16 },
  { key: "no", header: "来源单", width: 16 },
  { key: "dueDate", header: "到期日", width: 12 },
  { key: "amount", header: "金额", width: 16, numFmt: "#,##0.00" },
  { key: "balance", header: "余额", width: 16, numFmt: "#,##0.00" },
];

const figure = (value: string | undefined) => (value === undefined ? "" : Number(value));

/** Opening, every entry with the balance after it, closing. */
function rowsOf(row: RowOf<typeof supplierStatement>): object[] {
  return [
    { bizDate: row.fromDate, type: "期初余额", balance: figure(row.opening) },
    ...row.items.map((l) => ({
      ...{
        bizDate: l.bizDate,
        type: l.bizType && payableTypes[l.bizType].label,
        po: l.$poId,
        no: l.bizNo,
      },
      ...{ dueDate: l.dueDate, amount: figure(l.amount), balance: figure(l.balance) },
    })),
    { bizDate: row.toDate, type: "期末余额", balance: figure(row.closing) },
  ];
}

/** `GET /finance/statement/sheet?id=`: 供应商对账单 as xlsx. */
export const statementEndpoints: Endpoint[] = [
  endpoint({
    tag: "对账单",
    method: "get",
    path: "/finance/statement/sheet",
    title: "导出供应商对账单",
    permission: "finance_statement_export",
    raw: true,
    query: z.object({ id: z.string() }),
    async handle(call) {
      const { db, res, query } = call;
      const row = await readDocument(
        context(call, db),
        supplierStatement,
        supplierStatementRules,
        query.id,
      );
      await logExport(call, "导出供应商对账单", row.no, row.items.length);
      await sendXlsx(res, `供应商对账单${row.no}.xlsx`, COLUMNS, rowsOf(row), {
        filterText: `${row.supplierText} ${row.currency} ${row.fromDate} 至 ${row.toDate}`,
      });
    },
  }),
];
