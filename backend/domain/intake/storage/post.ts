import { orderEntries } from "#backend/domain/order/state/facts";
import type { RuleContext } from "#backend/engine/documents";
import { STORE_ROW } from "#backend/ledgers/facts/apply";
import type { TradeEntry } from "#backend/ledgers/facts/post";
import { lockAdvisory } from "#backend/platform/db";
import { allocate, closedUntil, dec, monthEnd, r4, sum } from "#backend/platform/values";
import { keysOf } from "#documents/kit";
import { decimalsOf } from "../cells";
import { SOURCE } from "../lines";

const COLUMNS = ["storage_fee", "estimated_fee"] as const;

/** Orders that are restated at once. */
const ORDERS = 500;

/** What a store is charged for: storage of a month, and that of goods which lie there for long. */
export type StorageKind = "storage" | "aged";

/** A month, 202607, for which a store is charged for storage. */
export interface StorageMonth {
  kind: StorageKind;
  storeId: string;
  month: string;
}

/** Who posts storage fees of a tenant takes turns: each sees what the other's report or settlement said. */
export const lockStorage = ({ sql, tenantId }: RuleContext) => lockAdvisory(sql, "storageFees", tenantId);

/** Lines of settlements for goods that lie there for long. */
const AGED = "l.amount_description ilike 'StorageRenewal%'";

/**
 * Last day of the month that a storage fee `l` of a settlement is about: the one before it was booked. The platform
 * looks at the ages of goods on the 15th and books that at once: the last 15th before it.
 */
const CHARGED_END = `(date_trunc('month', l.posted_date) - interval '1 day')::date`;
const AGED_END = `(date_trunc('month', l.posted_date - 14) + interval '1 month - 1 day')::date`;
/** The natural day of such a line (figures.md C.3), which is never after it was booked. */
export const STORAGE_DAY = `case when ${AGED} then least(${AGED_END}, l.posted_date) else ${CHARGED_END} end`;

/** Each kind: its report's table, the source of what it expects, whose number is the month, and lines that charge it. */
export const STORAGE_KINDS = {
  storage: {
    table: "fba_storage_fee",
    expected: "fbaStorage",
    charged: `l.fact_sku = '${STORE_ROW}' and l.msku is null and not ${AGED}`,
    month: `to_char(${CHARGED_END}, 'YYYYMM')`,
  },
  aged: {
    table: "fba_aged_storage_fee",
    expected: "fbaAgedStorage",
    charged: AGED,
    month: `to_char(${AGED_END}, 'YYYYMM')`,
  },
} as const satisfies Record<StorageKind, object>;
const kinds = keysOf(STORAGE_KINDS);

const charges = (kind: StorageKind) =>
  `l.measure = 'storage_fee' and ${STORAGE_KINDS[kind].charged} and l.del_flag = 0`;

/** Months that a settlement charges for. */
export const storageMonths = ({ sql }: RuleContext, settlementId: string): Promise<StorageMonth[]> =>
  sql.query(
    kinds
      .map(
        (kind) => `select distinct '${kind}' as kind, l.store_id as "storeId", ${STORAGE_KINDS[kind].month} as month
          from settlement_line l where l.settlement_id = $1 and ${charges(kind)}`,
      )
      .join(" union all "),
    [settlementId],
  );

type SkuAmounts = Map<string, string>;
const keyOf = ({ storeId, month }: Omit<StorageMonth, "kind">) => `${storeId} ${month}`;
const MONTHS = `jsonb_to_recordset($1::jsonb) as m("storeId" bigint, month text)`;

/** What the reports say of each month, by MSKU. */
async function expectedOf({ sql }: RuleContext, kind: StorageKind, months: string): Promise<Map<string, SkuAmounts>> {
  const rows = await sql.query<Omit<StorageMonth, "kind"> & { sku: string; amount: string }>(
    `select f.store_id as "storeId", f.month, f.fact_sku as sku, round(sum(f.amount), 4)::text as amount
     from ${MONTHS} join ${STORAGE_KINDS[kind].table} f on f.store_id = m."storeId" and f.month = m.month and f.del_flag = 0
     group by 1, 2, 3 having round(sum(f.amount), 4) > 0 order by f.fact_sku collate "C"`,
    [months],
  );
  const found = new Map<string, SkuAmounts>();
  for (const row of rows) found.set(keyOf(row), (found.get(keyOf(row)) ?? new Map()).set(row.sku, row.amount));
  return found;
}

/** What a settlement that is posted charges a store for a month, where it lies, and by which goods. */
interface StorageCharge extends StorageMonth {
  settlementId: string;
  no: string;
  currency: string;
  naturalDate: string;
  landingDate: string;
  /** Of all goods; what it says by goods lies on them. */
  amount: string;
  shares: Record<string, string> | null;
}

const chargesOf = ({ sql }: RuleContext, kind: StorageKind, months: string): Promise<StorageCharge[]> =>
  sql.query(
    `with charge as (
       select h.id, h.no, h.currency, l.store_id, m.month, l.natural_date, l.landing_date,
         -coalesce(sum(l.amount) filter (where l.fact_sku = '${STORE_ROW}' and l.msku is null), 0) as amount
       from ${MONTHS} join settlement_line l on l.store_id = m."storeId" and ${charges(kind)} and ${STORAGE_KINDS[kind].month} = m.month
         join settlement h on h.id = l.settlement_id and h.status = 'posted' and h.del_flag = 0
       where l.landing_date is not null group by 1, 2, 3, 4, 5, 6, 7)
     select '${kind}' as kind, c.id as "settlementId", c.no, c.currency, c.store_id as "storeId", c.month,
       c.natural_date::text as "naturalDate", c.landing_date::text as "landingDate", c.amount::text as amount,
       (select jsonb_object_agg(s.seller_sku, s.amount::text) from fba_storage_share s
        where s.settlement_id = c.id and s.kind = '${kind}' and s.store_id = c.store_id and s.natural_date = c.natural_date
          and s.landing_date = c.landing_date) as shares
     from charge c order by 7, 2`,
    [months],
  );

/** A fee over the goods of the reports; without any it lies on the store. */
function shared({ amount, currency }: StorageCharge, expected: SkuAmounts | undefined): SkuAmounts {
  if (!expected) return new Map([[STORE_ROW, amount]]);
  const parts = allocate(amount, [...expected.values()], decimalsOf(currency));
  return new Map([...expected.keys()].map((sku, i) => [sku, parts[i] ?? "0"]));
}

/** What a settlement's fee moves between goods, now that the reports say other weights; a closed month stays. */
async function movedShares(
  { sql, tenantId }: RuleContext,
  charge: StorageCharge,
  expected: SkuAmounts | undefined,
  closed: string | null,
): Promise<TradeEntry[]> {
  const { kind, settlementId, no, storeId, naturalDate, landingDate } = charge;
  if (closed && landingDate <= closed) return [];
  const before = new Map(Object.entries(charge.shares ?? { [STORE_ROW]: charge.amount }));
  const after = shared(charge, expected);
  const moved = [...new Set([...before.keys(), ...after.keys()])]
    .map((sku) => ({ sku, amount: dec(after.get(sku)).minus(dec(before.get(sku))) }))
    .filter(({ amount }) => !amount.eq(0));
  if (!moved.length) return [];
  await sql.query(
    `delete from fba_storage_share where tenant_id = $1 and settlement_id = $2 and store_id = $3
       and natural_date = $4 and landing_date = $5 and kind = $6`,
    [tenantId, settlementId, storeId, naturalDate, landingDate, kind],
  );
  await sql.query(
    `insert into fba_storage_share (tenant_id, settlement_id, store_id, natural_date, landing_date, kind, seller_sku, amount)
     select $1, $2, $3, $4, $5, $6, key, value::numeric from jsonb_each_text($7::jsonb)`,
    [tenantId, settlementId, storeId, naturalDate, landingDate, kind, JSON.stringify(Object.fromEntries(after))],
  );
  // Where its month was opened again it stays on the day on which it landed.
  const bizDate = closed && naturalDate <= closed ? naturalDate : landingDate;
  const entry = { sourceType: SOURCE, sourceNo: no, storeId, bizDate, postedDate: landingDate };
  return moved.map(({ sku, amount }) => ({
    ...entry,
    sellerSku: sku,
    column: "storage_fee",
    amount: amount.toFixed(4),
  }));
}

interface PostedEntry extends StorageMonth {
  sku: string;
  column: (typeof COLUMNS)[number];
  /** Last day of the month. */
  day: string;
  bizDate: string;
  amount: string;
}

/** What of the expected fees lies in the facts, by the day on which it does. */
const postedOf = ({ sql }: RuleContext, kind: StorageKind, months: string): Promise<PostedEntry[]> =>
  sql.query(
    `select '${kind}' as kind, s.store_id as "storeId", s.source_no as month, s.seller_sku as sku, s.column_name as column,
       s.biz_date::text as "bizDate", sum(s.amount)::text as amount,
       (to_date(s.source_no, 'YYYYMM') + interval '1 month - 1 day')::date::text as day
     from ${MONTHS} join fact_source s on s.source_type = '${STORAGE_KINDS[kind].expected}' and s.store_id = m."storeId"
       and s.source_no = m.month
     group by 2, 3, 4, 5, 6 having sum(s.amount) <> 0`,
    [months],
  );

/** A month's expected fees: what they are, what of them lies where, and the settlement that took their place. */
interface ExpectedMonth extends StorageMonth {
  day: string;
  expected: SkuAmounts | undefined;
  posted: readonly PostedEntry[];
  charge: StorageCharge | undefined;
  closed: string | null;
}

/**
 * What the expected fees of a month lack or have too much of: they stand on its last day until a settlement says the
 * fee. None is posted for a closed month; one that lies there stays, and what a settlement says otherwise lands with it.
 */
function expectedEntries({ kind, storeId, month, day, expected, posted, charge, closed }: ExpectedMonth): TradeEntry[] {
  const isClosed = !!closed && day <= closed;
  const entry = { sourceType: STORAGE_KINDS[kind].expected, sourceNo: month, storeId };
  const skus = new Set([...(expected?.keys() ?? []), ...posted.map((p) => p.sku)]);
  return [...skus].sort().flatMap((sku) =>
    COLUMNS.flatMap((column): TradeEntry[] => {
      const own = posted.filter((p) => p.sku === sku && p.column === column);
      const total = (of: readonly PostedEntry[]) =>
        sum(
          of.map((p) => p.amount),
          4,
        );
      const open = own.filter((p) => !closed || p.bizDate > closed);
      const before = total(own.filter((p) => p.bizDate === day));
      const wanted = charge ? "0" : isClosed ? before : (expected?.get(sku) ?? "0");
      const left = dec(wanted).minus(total(own)).plus(total(open));
      if (left.eq(total(open))) return [];
      return [
        ...open.map((p) => ({ ...entry, sellerSku: sku, column, bizDate: p.bizDate, amount: r4(dec(p.amount).neg()) })),
        { ...entry, sellerSku: sku, column, bizDate: day, postedDate: charge?.landingDate, amount: r4(left) },
      ];
    }),
  );
}

/** Orders of these months say anew of which pieces no storage fee is known; those of closed months stay. */
async function orderLacks({ sql }: RuleContext, months: string, closed: string | null): Promise<TradeEntry[]> {
  const orders = await sql.query<{ id: string }>(
    `select o.id from ${MONTHS} join platform_order o on o.store_id = m."storeId" and o.del_flag = 0
         and o.fulfillment_channel = 'AFN' and o.purchase_day >= to_date(m.month, 'YYYYMM')
         and o.purchase_day < to_date(m.month, 'YYYYMM') + interval '1 month'
     where $2::date is null or o.purchase_day > $2::date order by o.id`,
    [months, closed],
  );
  const entries: TradeEntry[] = [];
  for (let at = 0; at < orders.length; at += ORDERS) {
    const ids = orders.slice(at, at + ORDERS).map(({ id }) => id);
    entries.push(...(await orderEntries(sql, ids, ["lacks_storage"])));
  }
  return entries;
}

async function entriesOfKind(
  c: RuleContext,
  kind: StorageKind,
  months: readonly StorageMonth[],
  { orders, closed }: { orders: boolean; closed: string | null },
): Promise<TradeEntry[]> {
  const asked = JSON.stringify(months);
  const expected = await expectedOf(c, kind, asked);
  const charges = await chargesOf(c, kind, asked);
  const posted = await postedOf(c, kind, asked);
  // An order lacks the storage of its month, not that of goods which are old.
  const entries: TradeEntry[] = orders && kind === "storage" ? await orderLacks(c, asked, closed) : [];
  for (const charge of charges) entries.push(...(await movedShares(c, charge, expected.get(keyOf(charge)), closed)));
  for (const one of months) {
    const of = (other: StorageMonth) => keyOf(other) === keyOf(one);
    const day = monthEnd(`${one.month.slice(0, 4)}-${one.month.slice(4)}-01`);
    const charge = charges.find(of);
    entries.push(
      ...expectedEntries({
        ...one,
        day,
        expected: expected.get(keyOf(one)),
        posted: posted.filter(of),
        charge,
        closed,
      }),
    );
  }
  return entries;
}

/**
 * What the trade facts lack of what reports and settlements say of storage in these months (figures.md C.2, C.4): the
 * fees that are expected, until a settlement takes their place, and the settlement's shared over the same goods. To be
 * posted in the caller's transaction, which holds `lockStorage`.
 * @param options `orders`: other goods have a fee than before, so orders lack others
 */
export async function storageEntries(
  c: RuleContext,
  months: readonly StorageMonth[],
  { orders = false }: { orders?: boolean } = {},
): Promise<TradeEntry[]> {
  if (!months.length) return [];
  const closed = await closedUntil(c);
  const entries: TradeEntry[] = [];
  for (const kind of kinds) {
    const own = months.filter((one) => one.kind === kind);
    if (own.length) entries.push(...(await entriesOfKind(c, kind, own, { orders, closed })));
  }
  return entries;
}
