import { ofAllStores, storesRead } from "#backend/domain/intake/status/sources";
import { LABELS, missingDays } from "#backend/domain/intake/status/tell";
import type { RuleContext } from "#backend/engine/documents";
import { unmapped } from "#documents/base/connect/unmapped";
import { profitStore } from "#documents/cockpit/profit";
import type { MonthCheck } from "#documents/finance/month-close";
import { settlementLine } from "#documents/finance/settlement/settlement-line";
import { fbaSale } from "#documents/wms/fba/fba-sale";

/** Share of a month's fees that may be expected ones, in percent (figures.md C.3). */
const MOST_EXPECTED = 5;

const firstDay = (endDate: string) => `${endDate.slice(0, 7)}-01`;

/** Kinds of lines that nobody classified, and goods that nobody paired, in settlements that end in a month. */
async function unsettled({ sql, tenantId }: RuleContext, endDate: string): Promise<MonthCheck[]> {
  const found = await sql.one<{ kinds: number; goods: number }>(
    `select coalesce(sum(unknown_count), 0)::int as kinds, coalesce(sum(unmapped_count), 0)::int as goods from settlement
     where tenant_id = $1 and del_flag = 0 and end_time >= $2::date and end_time < $3::date + 1`,
    [tenantId, firstDay(endDate), endDate],
  );
  const about = { level: "warn" } as const;
  return [
    {
      ...about,
      label: "结算单中待归类的费用",
      count: found?.kinds ?? 0,
      document: settlementLine.name,
      query: { category: "unknown", postedDateTo: endDate },
    },
    {
      ...about,
      label: "结算单中待映射的商品",
      count: found?.goods ?? 0,
      document: unmapped.name,
      query: { status: "open" },
    },
  ];
}

/** Currencies of which a month's fees are expected ones to more than a twentieth: settlements may still change them. */
async function expectedFees({ sql, tenantId }: RuleContext, endDate: string): Promise<MonthCheck> {
  const rows = await sql.query<{ currency: string; expected: string; percent: string }>(
    `select currency, round(sum(estimated_fee), 2)::text as expected,
       round(sum(estimated_fee) * 100 / nullif(sum(platform_fee + fulfill_fee), 0), 1)::text as percent
     from fact_trade_month where month = $2::date and store_id in (select id from store where tenant_id = $1)
     group by currency having sum(estimated_fee) * 100 > sum(platform_fee + fulfill_fee) * $3::numeric order by 1`,
    [tenantId, firstDay(endDate), MOST_EXPECTED],
  );
  return {
    label: `预估费用超过${MOST_EXPECTED}%的币种`,
    level: "warn",
    count: rows.length,
    said: rows.map((r) => `${r.currency} ${r.expected}，占佣金与配送费的${r.percent ?? "—"}%`).join("；"),
    document: profitStore.name,
    query: { dayFrom: firstDay(endDate), dayTo: endDate },
  };
}

/** Names of stores, not all of many. */
const named = (names: readonly string[]) =>
  `${names.slice(0, 3).join("、")}${names.length > 3 ? `等${names.length}个店铺` : ""}`;

/**
 * What connected stores have not brought: while orders of a month are not read, what it sold is in no figure. A store
 * that was connected later may have sold nothing in it.
 */
async function missingData({ sql, tenantId }: RuleContext, endDate: string): Promise<MonthCheck[]> {
  const unread = (await storesRead(sql, ofAllStores(tenantId))).filter(
    ({ since, through }) => since !== null && since <= endDate && (through ?? "") < endDate,
  );
  const others = (await missingDays(sql, tenantId)).filter(
    ({ kind, day }) => kind !== "orders" && day >= firstDay(endDate) && day <= endDate,
  );
  const kinds = [...new Set(others.map(({ kind }) => kind))];
  const stores = (kind: string) => [...new Set(others.filter((m) => m.kind === kind).map(({ store }) => store))];
  return [
    {
      label: "平台订单未读到月末的店铺",
      level: "block",
      count: unread.length,
      said: named(unread.map(({ name, through }) => `${name}（到${through ?? "—"}）`)),
    },
    {
      label: "其他平台数据缺失的店铺天数",
      level: "warn",
      count: others.length,
      said: kinds.map((kind) => `${LABELS[kind]?.label ?? kind}：${named(stores(kind))}`).join("；"),
    },
  ];
}

/** Days that were sold at the platform whose goods wait for stock: what they cost is expected. */
async function waitingCosts({ sql, tenantId }: RuleContext, endDate: string): Promise<MonthCheck> {
  const row = await sql.one<{ n: number }>(
    `select count(*)::int as n from fba_sale
     where tenant_id = $1 and status = 'pending' and biz_date <= $2::date and del_flag = 0`,
    [tenantId, endDate],
  );
  return {
    label: "待库存的平台销售出库",
    level: "warn",
    count: row?.n ?? 0,
    document: fbaSale.name,
    query: { status: "pending", bizDateTo: endDate },
  };
}

/** What of the platforms' figures is open at the end of a month (figures.md C.3): it lands in a later one. */
export const platformChecks = async (c: RuleContext, endDate: string): Promise<MonthCheck[]> => [
  ...(await missingData(c, endDate)),
  await waitingCosts(c, endDate),
  ...(await unsettled(c, endDate)),
  await expectedFees(c, endDate),
];

/** What platforms owe in one currency: before a month, what changed it, after it, and what that consists of. */
interface PlatformTotal {
  currency: string;
  opening: string;
  settled: string;
  paid: string;
  fees: string;
  adjusted: string;
  closing: string;
  closingBase: string;
  reserved: string;
  inTransit: string;
}

/** 平台应收 of a month by currency, as the list of that period adds up. */
export const platformTotals = ({ sql, tenantId }: RuleContext, endDate: string) =>
  sql.query<PlatformTotal>(
    `select currency, sum(opening)::text as opening, sum(settled)::text as settled, sum(paid)::text as paid,
       sum(fees)::text as fees, sum(adjusted)::text as adjusted, sum(closing)::text as closing,
       sum(base_closing)::text as "closingBase", sum(reserved)::text as reserved, sum(in_transit)::text as "inTransit"
     from plat_period($2::date, $3::date) where tenant_id = $1 group by currency order by currency`,
    [tenantId, firstDay(endDate), endDate],
  );

/** Keeps what platforms owe at the end of a month that is being closed. */
export async function keepPlatformTotals(c: RuleContext, id: string, totals: readonly PlatformTotal[]) {
  await c.sql.query("delete from month_close_receivable where month_close_id = $1", [id]);
  await c.sql.query(
    `insert into month_close_receivable (tenant_id, month_close_id, line_no, currency, opening, settled, paid, fees,
       adjusted, closing, closing_base, reserved, in_transit)
     select $1, $2, x.n, x.currency, x.opening, x.settled, x.paid, x.fees, x.adjusted, x.closing, x."closingBase",
       x.reserved, x."inTransit"
     from jsonb_to_recordset($3::jsonb) as x(n int, currency text, opening numeric, settled numeric, paid numeric,
       fees numeric, adjusted numeric, closing numeric, "closingBase" numeric, reserved numeric, "inTransit" numeric)`,
    [c.tenantId, id, JSON.stringify(totals.map((t, i) => ({ n: i + 1, ...t })))],
  );
}
