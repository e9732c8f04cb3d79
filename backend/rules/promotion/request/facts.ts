import type { RuleContext } from "../../../documents/rules";
import { addTradeFacts, type TradeEntry } from "../../../facts/post";
import { dec } from "../../../values/money";
import { listingOf } from "../fee-facts";
import type { Spent } from "./parts";

/** Kind of the facts of 测评请款. */
const SOURCE = "evaRequest";

type Entry = Pick<TradeEntry, "bizDate" | "storeId" | "sellerSku" | "amount">;

const keyOf = (e: Omit<Entry, "amount">) => `${e.bizDate} ${e.storeId} ${e.sellerSku}`;

/** What is spent by platform SKU; of what no store ever listed there is no figure. */
async function entriesOf(c: RuleContext, day: string, spent: readonly Spent[]): Promise<Entry[]> {
  const rows = await c.sql.query<Omit<Entry, "bizDate">>(
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
  c.sql.query<Entry>(
    `select biz_date::text as "bizDate", store_id as "storeId", seller_sku as "sellerSku",
       amount::text as amount
     from fact_source where source_type = $1 and source_no = $2 and column_name = 'promo_fee'`,
    [SOURCE, no],
  );

/**
 * States the promotion fees of a request anew: what it cost on which SKU, CNY; nothing: it is not paid.
 * What is posted already is taken off, so that saying the same twice adds nothing. A call of the facts,
 * so the last of its transaction.
 */
export async function statePromoFee(
  c: RuleContext,
  no: string,
  day: string,
  spent: readonly Spent[],
): Promise<void> {
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
