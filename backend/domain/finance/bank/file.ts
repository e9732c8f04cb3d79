import { z } from "zod";
import { visible } from "#backend/engine/documents";
import { type Call, conflict, type Endpoint, endpoint, forbidden, invalid, missing } from "#backend/platform/http";
import { disposition } from "#backend/platform/http/disposition";
import { logExport } from "#backend/platform/logs/write";
import { sum, today } from "#backend/platform/values";
import { oaPayment } from "#documents/finance/oa-payment";
import { payment } from "#documents/finance/payment";
import { type DocumentType, permissionOf } from "#documents/kit";
import { beyondSingle, paidOn, thresholdOf, worth } from "../payment/threshold";
import { csvOf } from "./csv";

const MOST = 200;

const idsIn = z
  .string("请先选择数据")
  .max(20_000, `一次最多选择${MOST}条`)
  .transform((v) => [...new Set(v.split(",").filter((id) => /^\d{1,18}$/.test(id)))])
  .refine((ids) => ids.length > 0, "请先选择数据");

interface FileOrder {
  id: string;
  no: string;
  status: string;
  payeeSupplierId: string | null;
  payeeName: string;
  accountName: string | null;
  accountNo: string | null;
  bankName: string | null;
  swiftCode: string | null;
  payCurrency: string;
  payAmount: string;
  payerName: string;
  payerNo: string;
  use: string | null;
}

/** What each kind says the money is for. */
const USE: Record<string, string> = { payment: "t.request_no", oa_payment: "t.usage" };

async function ordersOf({ db, caller }: Call, document: DocumentType, ids: readonly string[]) {
  const where = visible(document, caller).and("t.id = any(?::bigint[])", ids);
  const rows = await db.query<FileOrder>(
    `select t.id, t.no, t.status, t.payee_name as "payeeName", t.account_name as "accountName",
       t.account_no as "accountNo", ${document.name === "payment" ? "t.payee_supplier_id" : "null::bigint"} as "payeeSupplierId", t.bank_name as "bankName", t.swift_code as "swiftCode",
       t.pay_currency as "payCurrency", t.pay_amount::text as "payAmount", k.name as "payerName",
       a.account_no as "payerNo", ${USE[document.name]} as use
     from ${document.table} t join company_account a on a.id = t.payer_account_id
       join company k on k.id = a.company_id
     where ${where} order by t.id`,
    where.values,
  );
  if (rows.length !== ids.length) throw missing(`选择的${document.label}中有不存在或没有权限查看的`);
  return rows;
}

const HEAD = ["单号", "付款账号", "付款户名", "收款户名", "收款账号", "收款开户行", "SWIFT", "币种", "金额", "用途"];

/** Said above the columns; banks skip lines that begin with #. */
const NOTES = [
  "# 网银批量付款文件，UTF-8编码。单号：回单导入时据此认领，请原样保留。",
  "# 付款账号、收款账号：按文本读取，用Excel另存会丢失末尾数字。SWIFT：仅境外汇款。",
  "# 金额：付款币种，两位小数。用途：不超过60字。",
];

const rowOf = (o: FileOrder) => [
  o.no,
  o.payerNo,
  o.payerName,
  o.accountName ?? o.payeeName,
  o.accountNo,
  o.bankName,
  o.swiftCode,
  o.payCurrency,
  o.payAmount,
  (o.use ?? "").replace(/\s+/g, " ").slice(0, 60),
];

/** From what amount on the OA releases money, by currency; each is asked for once. */
function thresholds({ db, caller }: Call) {
  const found = new Map<string, ReturnType<typeof thresholdOf>>();
  return (currency: string) => {
    const known = found.get(currency) ?? thresholdOf({ sql: db, tenantId: caller.tenantId }, currency);
    found.set(currency, known);
    return known;
  };
}

/**
 * Why a payment is released by the OA alone, also with what its payee got today or gets by the same file.
 */
function beyondDay(call: Call) {
  const c = { sql: call.db, tenantId: call.caller.tenantId };
  const known = thresholds(call);
  const seen: (FileOrder & { base: string })[] = [];
  return async (o: FileOrder): Promise<string | undefined> => {
    const threshold = await known(o.payCurrency);
    const same = seen.filter(
      (other) =>
        other.payeeName === o.payeeName ||
        (!!o.payeeSupplierId && other.payeeSupplierId === o.payeeSupplierId) ||
        (!!o.accountNo && other.accountNo === o.accountNo),
    );
    const before = sum([await paidOn(c, o, today()), ...same.map((other) => other.base)]);
    seen.push({ ...o, base: worth(threshold, o.payAmount) });
    return beyondSingle(threshold, o.payAmount, before);
  };
}

/** `GET {api}/bankfile?ids=`: transfers that wait, for the bank's own page. Whole numbers of accounts. */
function bankFile(document: DocumentType, state: string): Endpoint {
  return endpoint({
    tag: document.label,
    path: `${document.api}/bankfile`,
    title: "网银批量文件",
    permission: permissionOf(document, "pay"),
    raw: true,
    query: z.object({ ids: idsIn }),
    async handle(call) {
      const { ids } = call.query;
      if (!call.caller.permissions.has("supplier_bank_view")) throw forbidden("没有查看完整银行账号的权限");
      if (ids.length > MOST) throw invalid(`一次最多选择${MOST}条`);
      const orders = await ordersOf(call, document, ids);
      const beyond = beyondDay(call);
      for (const o of orders) {
        if (o.status !== state) throw conflict(`${document.label}${o.no}状态不是待付款`);
        if (!(Number(o.payAmount) > 0)) throw conflict(`${document.label}${o.no}未填付款汇率`);
        const over = document.name === "payment" && (await beyond(o));
        if (over) throw conflict(`${document.label}${o.no}${over}`);
        if (!o.accountNo) throw conflict(`${document.label}${o.no}没有收款账号`);
      }
      const names = orders.map((o) => o.no).join("、");
      await logExport(call, `网银批量文件${document.label}`, names, orders.length);
      call.res.setHeader("Content-Type", "text/csv; charset=utf-8");
      call.res.setHeader("Content-Disposition", disposition("attachment", `网银批量付款${today()}.csv`));
      call.res.end(
        csvOf([
          ...(call.config.demo ? [["演示数据"]] : []),
          ...NOTES.map((note) => [note]),
          HEAD,
          ...orders.map(rowOf),
        ]),
      );
    },
  });
}

export const bankFileEndpoints: Endpoint[] = [bankFile(payment, "pending"), bankFile(oaPayment, "approved")];
