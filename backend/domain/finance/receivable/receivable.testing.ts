import { engine } from "#backend/domain";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { insert } from "#backend/engine/documents/writing/write";
import { platFaults } from "#backend/ledgers/receivable/checks";
import { postPlat } from "#backend/ledgers/receivable/post";
import type { Database, Sql } from "#backend/platform/db/sql";
import { bankReceipt } from "#documents/finance/receivable/bank-receipt";
import { payout } from "#documents/finance/receivable/payout";
import type { GivenOf } from "#documents/kit";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import { matchReceipts } from "./auto";
import { makePayout } from "./payout";
import { bankReceiptRules } from "./receipt";

/** Rates of figures.md E. */
const RATES = [
  ["USD", "2026-08-16", "7.18"],
  ["USD", "2026-09-01", "7.12"],
  ["EUR", "2026-08-16", "8.05"],
  ["EUR", "2026-09-04", "8.15"],
] as const;

interface Settled {
  store?: string;
  currency?: string;
  amount: string;
  day?: string;
  /** What the settlement is about besides what is paid: its reserve, as it says it. */
  reserve?: string;
  /** What the platform owes because of it; what it pays unless given. */
  activity?: string;
  tenantId?: string;
}

interface Arrived {
  account?: string;
  amount: string;
  fee?: string;
  day?: string;
  serialNo?: string;
}

/** Stores, accounts of ours in three currencies, and what platforms settle and banks receive. */
export async function openReceivable(own?: Database) {
  const db = own ?? (await testDatabase());
  const id = async (text: string, values: unknown[] = []) => (await db.one<{ id: string }>(text, values))?.id ?? "";
  const stores: Record<string, string> = {};
  for (const code of ["F-US", "F-DE"])
    stores[code] = await id(
      "insert into store (store_code, store_name, state) values ($1, $1, 'enabled') returning id",
      [code],
    );
  stores.OTHER = await id(
    "insert into store (tenant_id, store_code, store_name, state) values (2, 'X-US', '别家店铺', 'enabled') returning id",
  );
  const companyId = await id("insert into company (code, name, enabled) values ('F', '收款主体', true) returning id");
  const accounts: Record<string, string> = {};
  for (const [n, currency] of ["USD", "EUR", "CNY"].entries())
    accounts[currency] = await id(
      `insert into company_account (company_id, line_no, bank_name, account_no, currency, enabled)
       values ($1, $2, '招商银行', $3, $4, true) returning id`,
      [companyId, n + 1, `75590000${currency}`, currency],
    );
  await db.query("delete from exchange_rate where currency in ('USD', 'EUR')");
  for (const rate of RATES)
    await db.query(
      `insert into exchange_rate (tenant_id, currency, effective_date, official_rate, source)
       select t, $1, $2, $3, '测试' from unnest(array[1, 2]) t`,
      [...rate],
    );

  let n = 0;
  const act = <R>(work: (sql: Sql) => Promise<R>) => db.tx(work);
  /** What a settlement posts: what is owed, and what is paid of it. */
  const settle = (s: Settled) =>
    act(async (sql) => {
      n += 1;
      const c = { ...actAs(sql), ...(s.tenantId && { tenantId: s.tenantId }) };
      const { currency = "USD", amount, day = "2026-08-31" } = s;
      const storeId = stores[s.store ?? "F-US"] ?? "";
      const settlementId = String(9000 + n);
      const source = { document: "settlement", id: settlementId, no: `JS${settlementId}` };
      const rate = currency === "USD" ? "7.18" : "8.05";
      await postPlat(c, source, { storeId, currency, rate }, [{ type: "settled", amount: s.activity ?? amount }], day);
      const made = await makePayout(c, {
        settlementId,
        settlementNo: source.no,
        storeId,
        currency,
        amount,
        depositDate: day,
        reserveAmount: s.reserve ?? "0.00",
      });
      return { ...made, settlementId };
    });

  /** Money on an account of ours; answers its id. */
  const receive = async ({ account = "USD", amount, fee, day = "2026-09-02", serialNo }: Arrived) => {
    n += 1;
    const serial = serialNo ?? `BK${n}`;
    const made = await act((sql) =>
      insert(actAs(sql), bankReceipt, bankReceiptRules, {
        companyAccountId: accounts[account],
        serialNo: serial,
        receivedTime: `${day} 10:00:00`,
        amount,
        fee: fee ?? null,
        payer: "AMAZON",
      }),
    );
    return made.id;
  };

  return {
    db,
    stores,
    accounts,
    settle,
    receive,
    match: (payoutId: string, input: GivenOf<typeof payout, "match">) =>
      act((sql) => perform(actAs(sql), payout, payoutId, "match", input, { trusted: true })),
    unmatch: (payoutId: string, receiptId?: string) =>
      act((sql) =>
        perform(
          actAs(sql),
          payout,
          payoutId,
          "unmatch",
          { reason: "匹配错了", receiptId: receiptId ?? null },
          { trusted: true },
        ),
      ),
    turn: () => matchReceipts(db, engine),
    /** What a payout says of its money. */
    payout: (payoutId: string) =>
      db.one(
        `select status, booked_cny::text as booked, received_amount::text as received, bank_fee::text as fee,
           left_amount::text as left, arrived_cny::text as arrived, fee_cny::text as "feeCny",
           fx_diff::text as "fxDiff" from payout where id = $1`,
        [payoutId],
      ),
    receipt: (receiptId: string) =>
      db.one(
        "select status, matched_amount::text as matched, left_amount::text as left from bank_receipt where id = $1",
        [receiptId],
      ),
    balance: (store = "F-US", currency = "USD") =>
      db.one<{ amount: string; base: string }>(
        `select balance::text as amount, base_balance::text as base from plat_account
         where store_id = $1 and currency = $2`,
        [stores[store], currency],
      ),
    faults: () => platFaults(db),
  };
}

export type Receivable = Awaited<ReturnType<typeof openReceivable>>;
