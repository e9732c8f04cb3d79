import { asking } from "#backend/domain/finance/request/asked";
import { lockWhole, moveTo, patch, type RuleContext } from "#backend/engine/documents";
import { addTradeFacts, type TradeEntry } from "#backend/ledgers/facts/post";
import { dec } from "#backend/platform/values";
import type { RowOf } from "#documents/kit";
import { evaRequest } from "#documents/promotion/request";
import { payMethods } from "#documents/promotion/words";
import { recountUsed } from "../application/used";
import { listingOf } from "../fee-facts";
import { settleRebate, unsettleRebate } from "../rebate/requested";
import { settleRefunds, unsettleRefunds } from "../refund/requested";
import { type Spent, spentOn } from "./parts";
import { idIn, idsOf } from "./sources";
import { giveBack } from "./submit";

/** Kind of the facts of 测评请款. */
const SOURCE = "evaRequest";

type MoneyEntry = Pick<TradeEntry, "bizDate" | "storeId" | "sellerSku" | "amount">;

const keyOf = (e: Omit<MoneyEntry, "amount">) => `${e.bizDate} ${e.storeId} ${e.sellerSku}`;

/** What is spent by platform SKU; of what no store ever listed there is no figure. */
async function entriesOf(c: RuleContext, day: string, spent: readonly Spent[]): Promise<MoneyEntry[]> {
  const rows = await c.sql.query<Omit<MoneyEntry, "bizDate">>(
    `select s."storeId", s."sellerSku", sum(s.amount)::text as amount
     from (select x."storeId", x.amount,
         ${listingOf('x."storeId"', 'x."skuId"', "null")} as "sellerSku"
       from jsonb_to_recordset($1::jsonb) as x("storeId" bigint, "skuId" bigint, amount numeric)) s
     where s."sellerSku" is not null group by 1, 2 order by 1, 2`,
    [JSON.stringify(spent)],
  );
  return rows.map((row) => ({ ...row, bizDate: day }));
}

const posted = (c: RuleContext, no: string) =>
  c.sql.query<MoneyEntry>(
    `select coalesce(ref_date, biz_date)::text as "bizDate", store_id as "storeId", seller_sku as "sellerSku",
       sum(amount)::text as amount
     from fact_source where source_type = $1 and source_no = $2 and column_name = 'promo_fee' group by 1, 2, 3`,
    [SOURCE, no],
  );

/**
 * States the promotion fees of a request anew: what it cost on which SKU, CNY; nothing: it is not paid.
 * What is posted already is taken off, so that saying the same twice adds nothing. A call of the facts,
 * so the last of its transaction.
 */
async function statePromoFee(c: RuleContext, no: string, day: string, spent: readonly Spent[]): Promise<void> {
  const wanted = new Map((await entriesOf(c, day, spent)).map((e) => [keyOf(e), e]));
  const before = new Map((await posted(c, no)).map((e) => [keyOf(e), e]));
  const entries = [...new Map([...before, ...wanted]).values()].flatMap((e): TradeEntry[] => {
    const key = keyOf(e);
    const amount = dec(wanted.get(key)?.amount)
      .minus(dec(before.get(key)?.amount))
      .toFixed(2);
    if (Number(amount) === 0) return [];
    return [{ ...e, sourceType: SOURCE, sourceNo: no, column: "promo_fee", amount }];
  });
  await addTradeFacts(c.sql, entries);
}

type MoneyRow = RowOf<typeof evaRequest>;

/** As finance writes accounts: of a number only its signs, an address as it is. */
const written = (account: string) =>
  account.includes("@") ? account.trim() : account.replace(/\s/g, "").toUpperCase();

const applicationsOf = (row: MoneyRow) => row.shares.flatMap((s) => s.applicationId || []);

/** What it asked for by source, as its lines say. */
const linesOf = (row: MoneyRow) =>
  row.items.flatMap((l) => {
    const id = idIn(l);
    return id && l.sourceType ? [{ kind: l.sourceType, id, amount: l.amount ?? "0" }] : [];
  });

/** An approved request asks finance to pay it. */
export const { ask: askFinance, ended: requestEnded } = asking({
  document: evaRequest,
  bizType: "evaRequest",
  lock: (c, id) => lockWhole(c, evaRequest, id, { anyScope: true }),
  save: (c, id, told) => patch(c, evaRequest, id, told),
  asks: "approved",
  move: (c, id, to, why) => moveTo(c, evaRequest, id, to, why),
  words: { amount: "请款金额", document: "测评请款单", missing: "请先完善测评资源的收款信息" },
  payMethods,
  written,
  async paid(c, row, { day, time, files }) {
    await settleRefunds(c, idsOf(row.items, "refund"), { time, voucher: files });
    await settleRebate(c, idsOf(row.items, "rebate"), day);
    await recountUsed(c, applicationsOf(row));
    await statePromoFee(c, row.no, day, await spentOn(c, linesOf(row), row.amountCny ?? "0"));
  },
  async cameBack(c, row, day) {
    await unsettleRefunds(c, idsOf(row.items, "refund"));
    await unsettleRebate(c, idsOf(row.items, "rebate"));
    await recountUsed(c, applicationsOf(row));
    await statePromoFee(c, row.no, day, []);
  },
  // It may be changed and asked for again.
  async refused(c, row) {
    await giveBack(c, row);
    return { userIds: [row.ownerId] };
  },
});
