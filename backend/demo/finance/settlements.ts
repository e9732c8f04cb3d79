import dayjs from "dayjs";
import { insertFeeTypes } from "#backend/domain/intake/settlement/fee-types";
import { takeOne } from "#backend/domain/intake/take";
import type { RuleContext } from "#backend/engine/documents";
import { moveTo, patch } from "#backend/engine/documents";
import { nextOrder, type Sql } from "#backend/platform/db";
import { Refusal } from "#backend/platform/http";
import { now, sum } from "#backend/platform/values";
import { reportFile } from "#documents/base/report-file";
import { bankReceipt } from "#documents/finance/receivable/bank-receipt";
import { act, asSystem, draft, personAt } from "../acting";
import { workAgo } from "../clock";

export interface SettledStore {
  storeId: string;
  accountId: string;
  msku: string;
  marketplace: string;
}

/** A store that is paid in euros and that no connection reads, goods of it, and the account that it is paid to. */
export const settledStore = ({ sql }: RuleContext) =>
  sql.one<SettledStore>(
    `select s.id as "storeId", l.msku, 'Amazon.' || lower(i.site_code) as marketplace, (select a.id from company_account a
       where a.currency = i.currency and a.enabled and a.del_flag = 0 order by a.id limit 1) as "accountId"
     from store s join site i on i.id = s.site_id and i.currency = 'EUR'
       join sku_listing l on l.store_id = s.id and l.del_flag = 0 and l.fulfillment_channel = 'AFN'
     where not exists (select 1 from connector x where x.store_id = s.id and x.del_flag = 0)
       and s.state = 'enabled' and s.del_flag = 0
     order by s.id, l.id limit 1`,
  );

const COLUMNS = [
  "settlement-id",
  "settlement-start-date",
  "settlement-end-date",
  "deposit-date",
  "total-amount",
  "currency",
  "transaction-type",
  "order-id",
  "marketplace-name",
  "amount-type",
  "amount-description",
  "amount",
  "posted-date",
  "sku",
  "quantity-purchased",
];

/** One settlement as the platform's file says it: orders from before the company worked here, and what an account pays. */
function fileOf(
  { msku, marketplace }: SettledStore,
  n: number,
  today: string,
  { weeks, orders, more = [] }: { weeks: number; orders: number; more?: readonly (readonly [string, string])[] },
): string {
  const end = dayjs(today).subtract(weeks, "week");
  const day = (days: number) => `${end.add(days, "day").format("YYYY-MM-DD")} 12:00:00 UTC`;
  const no = `1700000000${n}`;
  const row = (cells: Readonly<Record<string, string>>) =>
    COLUMNS.map((name) => (name === "settlement-id" ? no : (cells[name] ?? "")));
  const other = (description: string, amount: string) =>
    row({
      "transaction-type": "other-transaction",
      "amount-type": "other-transaction",
      "amount-description": description,
      amount,
      "posted-date": day(-3),
    });
  const reimbursed = (amount: string) =>
    row({
      "transaction-type": "other-transaction",
      "marketplace-name": marketplace,
      "amount-type": "FBA Inventory Reimbursement",
      "amount-description": "WAREHOUSE_LOST",
      amount,
      "posted-date": day(-3),
      sku: msku,
    });
  const sold = Array.from({ length: orders }, (_, i) => {
    const line = (type: string, description: string, amount: string, qty = "") =>
      row({
        "transaction-type": "Order",
        "order-id": `111-88${String(n).padStart(5, "0")}-${String(i + 1).padStart(7, "0")}`,
        "marketplace-name": marketplace,
        "amount-type": type,
        "amount-description": description,
        amount,
        "posted-date": day(-10 + (i % 7)),
        sku: msku,
        "quantity-purchased": qty,
      });
    return [
      line("ItemPrice", "Principal", "39.99", "1"),
      line("ItemFees", "Commission", "-6.00"),
      line("ItemFees", "FBAPerUnitFulfillmentFee", "-5.32"),
    ];
  }).flat();
  const lines = [
    ...sold,
    other("Subscription Fee", "-39.99"),
    other("Storage Fee", "-12.40"),
    ...(n === 2 ? [reimbursed("18.00")] : []),
    ...more.map(([description, amount]) => other(description, amount)),
  ];
  const total = sum(lines.map((line) => line[COLUMNS.indexOf("amount")] ?? "0"));
  const head = row({
    "settlement-start-date": day(-14),
    "settlement-end-date": day(0),
    "deposit-date": day(2),
    "total-amount": total,
    currency: "EUR",
  });
  return [COLUMNS, head, ...lines].map((row) => row.join("\t")).join("\n");
}

/** Takes a report in as the job does; what is wrong with it is said at it. */
export async function report(c: RuleContext, store: SettledStore, fileName: string, text: string): Promise<void> {
  const { id } = await draft(c, reportFile, { storeId: store.storeId, files: [], fileName });
  await patch(c, reportFile, id, { fileName });
  const open = async () =>
    (async function* () {
      yield Buffer.from(text);
    })();
  nextOrder(c.sql);
  await insertFeeTypes(c.sql);
  await c.sql.query("savepoint report");
  try {
    const { storeId } = store;
    await takeOne(c, { id, tenantId: c.tenantId, storeId, fileName, reportTime: now(), replaces: false }, open);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await c.sql.query("rollback to savepoint report");
    await patch(c, reportFile, id, { problem: error.message });
    await moveTo(c, reportFile, id, "failed", "解析");
  }
}

/** Settlements: how many weeks ago each ended, its orders, and how far it came. */
const SETTLED = [
  { weeks: 7, orders: 12 },
  { weeks: 5, orders: 9 },
  { weeks: 4, orders: 6 },
  { weeks: 3, orders: 0 },
  { weeks: 2, orders: 10 },
  { weeks: 1, orders: 7, more: [["FBA Grade and Resell Charge", "-1.11"]] },
  { weeks: 1, orders: 5, more: [["FBA Grade and Resell Charge", "-2.22"]] },
] as const;

/** The payout of the settlement whose file is the n-th. */
const payoutOf = async (c: RuleContext, n: number) =>
  (await c.sql.one<{ id: string; amount: string }>(
    "select id, amount::text as amount from payout where platform_no = $1 and del_flag = 0",
    [`1700000000${n}`],
  )) ?? { id: "", amount: "0" };

/**
 * 结算单, 回款单 and 银行收款 in each of their states, of a store that no connection reads: those that are
 * connected settle by themselves.
 */
export async function insertSettlements(sql: Sql, today: string): Promise<number> {
  const c = await personAt(asSystem(sql), "finance");
  const store = await settledStore(c);
  if (!store) return 0;
  for (const [i, one] of SETTLED.entries()) {
    await workAgo(sql, one.weeks * 5 - 3);
    await report(c, store, `settlement-${i + 1}.txt`, fileOf(store, i + 1, today, one));
  }
  await workAgo(sql, 2);
  const [last] = SETTLED.slice(4);
  if (last)
    await report(
      c,
      store,
      "settlement-5-new.txt",
      fileOf(store, 5, today, { ...last, more: [["RemovalComplete", "-4.50"]] }),
    );
  await report(c, store, "settlement-1.txt", fileOf(store, 1, today, { weeks: 7, orders: 12 }));
  await report(
    c,
    store,
    "settlement-cut.txt",
    fileOf(store, 9, today, { weeks: 1, orders: 1 }).replace("\tamount\t", "\tvalue\t"),
  );
  const asked = { ...c, confirmed: true as const };
  const sixth = await c.sql.one<{ id: string }>(
    "select id from settlement where settlement_no = '17000000006' and del_flag = 0",
  );
  if (sixth) await act(asked, "settlement", sixth.id, "reconcile");
  const cashier = await personAt(asSystem(sql), "cashier");
  const [whole, part, failing] = [await payoutOf(c, 1), await payoutOf(c, 2), await payoutOf(c, 3)];
  const received = (n: number, amount: string) =>
    draft(cashier, bankReceipt, {
      companyAccountId: store.accountId,
      serialNo: `SK${today.replaceAll("-", "")}-${n}`,
      receivedTime: now(),
      amount,
      payer: "AMAZON PAYMENTS INC",
    });
  const first = await received(1, whole.amount);
  await act(cashier, "payout", whole.id, "match", { receiptId: first.id, amount: whole.amount });
  const second = await received(2, "150.00");
  await act(cashier, "payout", part.id, "match", { receiptId: second.id, amount: "100.00" });
  await received(3, "320.00");
  await act(c, "payout", failing.id, "fail", { reason: "收款账户信息有误，平台退回" });
  return SETTLED.length;
}
