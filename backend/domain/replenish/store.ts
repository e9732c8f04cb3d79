import { patchMany, type RuleContext } from "#backend/engine/documents";
import { lockAdvisory, patchRow, type Sql } from "#backend/platform/db";
import { today } from "#backend/platform/values";
import type { HeadOf } from "#documents/kit";
import { replenish } from "#documents/wms/replenish/replenish";
import { type Only, standing } from "./sources";
import { type WorkOutWorked, workOut } from "./work-out";

type ReplenishWhere = Pick<RuleContext, "sql" | "tenantId">;

/** Rows of one statement. */
const AT_ONCE = 500;
const DAY = 86_400_000;
/** The day so many days after another one. */
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

const r4 = (value: number | null | undefined) =>
  value === null || value === undefined ? null : Math.round(value * 10_000) / 10_000;

const dayOf = (day: string, days: number | null) => (days === null ? null : dayAfter(day, days));

/** Days until the first thing that is suggested must be done; of none: until it must be ordered. */
const actIn = ({ transfers, transferIn, qty, orderIn }: WorkOutWorked): number | null =>
  transfers.length && transferIn !== null && !(qty && (orderIn ?? transferIn) < transferIn) ? transferIn : orderIn;

/** A row as its table keeps it. */
function kept(row: WorkOutWorked, day: string) {
  const { listed, arrivals, outlook } = row;
  const sum = (moving: boolean) => arrivals.filter((a) => a.moving === moving).reduce((n, a) => n + a.qty, 0);
  const lies = (places: readonly string[]) =>
    row.movable.filter((m) => places.includes(m.warehouseId)).reduce((n, m) => n + m.qty, 0);
  return {
    id: row.standing?.id ?? null,
    sku_id: listed.skuId,
    store_id: listed.storeId,
    sku_code: listed.skuCode,
    goods_name: listed.skuName,
    category_id: listed.categoryId,
    buyer_id: listed.buyerId,
    group_id: listed.groupId,
    warehouse_id: row.reach.warehouseId,
    level: row.level,
    suggested_qty: row.qty,
    need_qty: row.need,
    order_day: dayOf(day, actIn(row)),
    run_out_day: dayOf(day, row.runOut),
    until: row.orderIn === null ? null : dayAfter(day, row.until),
    transfer_qty: row.transfers.reduce((n, t) => n + t.qty, 0),
    transfer_day: dayOf(day, row.transferIn),
    purchase_day: dayOf(day, row.orderIn),
    from_warehouse_id: row.transfers[0]?.warehouseId ?? null,
    home_qty: lies(row.reach.home),
    near_qty: lies(row.reach.near),
    transfers: row.transfers,
    sales7: outlook.sales[0],
    sales30: outlook.sales[1],
    sales90: outlook.sales[2],
    daily7: r4(outlook.daily[0]),
    daily30: r4(outlook.daily[1]),
    daily90: r4(outlook.daily[2]),
    base: outlook.base,
    season: outlook.terms.season.factor,
    left_days: outlook.terms.emptyDays + outlook.terms.promotedDays,
    year_weeks: outlook.year,
    terms: { ...outlook.terms, ahead: outlook.base === null ? null : row.ahead },
    available_qty: row.available,
    transit_qty: sum(true),
    on_order_qty: sum(false),
    below_safety: row.belowSafety,
    moq: row.moq,
    pack: row.pack,
    purchase_days: row.purchaseDays,
    transport_mode: row.transportMode,
    transport_days: row.transportDays,
    safety_days: row.safetyDays,
    cover_days: row.coverDays,
    arrivals,
  };
}

const COLUMNS = `sku_id bigint, store_id bigint, sku_code text, goods_name text, category_id text,
  buyer_id bigint, group_id bigint, warehouse_id bigint, level text, suggested_qty int, need_qty int,
  order_day date, run_out_day date, until date, sales7 int, sales30 int, sales90 int, daily7 numeric,
  daily30 numeric, daily90 numeric, base numeric, season numeric, available_qty int, transit_qty int,
  on_order_qty int, below_safety bool, moq int, pack int, purchase_days int, transport_mode text,
  transport_days int, safety_days int, cover_days int, arrivals jsonb, transfer_qty int, transfer_day date, purchase_day date,
  from_warehouse_id bigint, home_qty int, near_qty int, transfers jsonb, left_days int, year_weeks jsonb, terms jsonb`;
const NAMES = COLUMNS.split(",").map((c) => c.trim().split(" ")[0] ?? "");

/** One reckoning of a tenant after the other. */
export const lockReckoning = (sql: Sql, tenantId: string) => lockAdvisory(sql, "replenishment", tenantId);

async function write({ sql, tenantId }: ReplenishWhere, rows: readonly object[], whole: boolean) {
  // What somebody changed holds until the next reckoning of everything.
  const adjusted = whole ? ", adjust_qty = null, adjust_reason = null" : "";
  const order = whole ? "n.suggested_qty" : "coalesce(t.adjust_qty, n.suggested_qty)";
  await sql.query(
    `update replenish t set ${NAMES.map((n) => `${n} = n.${n}`).join(", ")}, order_qty = ${order}${adjusted},
       reckoned_time = now(), version = t.version + 1, del_flag = 0
     from jsonb_to_recordset($1::jsonb) as n(id bigint, ${COLUMNS}) where t.id = n.id`,
    [JSON.stringify(rows)],
  );
  await sql.query(
    `insert into replenish (tenant_id, reckoned_time, order_qty, ${NAMES.join(", ")})
     select $2, now(), n.suggested_qty, ${NAMES.map((n) => `n.${n}`).join(", ")}
     from jsonb_to_recordset($1::jsonb) as n(id bigint, ${COLUMNS}) where n.id is null`,
    [JSON.stringify(rows), tenantId],
  );
}

/**
 * Reckons the replenishment anew and keeps it. The caller holds `lockReckoning`.
 * @param only rows of these SKUs alone, what somebody changed in them stays
 */
export async function reckonAnew(c: ReplenishWhere, only: Only = null): Promise<WorkOutWorked[]> {
  const before = await standing(c, only);
  const rows = await workOut(c, only, before);
  const day = today();
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await write(
      c,
      rows.slice(at, at + AT_ONCE).map((row) => kept(row, day)),
      only === null,
    );
  const live = new Set(rows.flatMap((row) => row.standing?.id ?? []));
  const lost = before.filter((row) => !row.gone && !live.has(row.id)).map((row) => row.id);
  await patchRow(c.sql, "replenish", lost, { del_flag: 1 });
  return rows;
}

/** What a reckoning of everything came to. */
export const totalsOf = (rows: readonly WorkOutWorked[]) => ({
  rowCount: rows.length,
  lateCount: rows.filter((row) => row.level === "late").length,
  dueCount: rows.filter((row) => row.level === "due").length,
  totalQty: rows.reduce((n, row) => n + row.qty, 0),
});

type ReplenishRow = HeadOf<typeof replenish>;

/** Fills what is being made of rows: requisitions and transfers that are not over. */
export async function showMade({ sql }: RuleContext, rows: ReplenishRow[]): Promise<void> {
  const found = await sql.query<{ id: string; nos: string }>(
    `select id, string_agg(no, '、' order by no) as nos from (
       select l.replenish_id as id, h.no from purchase_requisition_line l
         join purchase_requisition h on h.id = l.purchase_requisition_id
       where l.replenish_id = any($1::bigint[]) and l.del_flag = 0 and h.del_flag = 0
         and h.status in ('draft', 'auditing', 'approved', 'partTurned', 'turned')
       union
       select l.replenish_id, h.no from transfer_line l join transfer h on h.id = l.transfer_id
       where l.replenish_id = any($1::bigint[]) and l.del_flag = 0 and h.del_flag = 0
         and h.status in ('draft', 'auditing', 'approved', 'packed', 'shipped', 'partReceived')) m
     group by id`,
    [rows.map((row) => row.id)],
  );
  const nos = new Map(found.map(({ id, nos }) => [id, nos]));
  for (const row of rows) row.madeText = nos.get(row.id) ?? null;
}

interface ReplenishLine {
  skuId?: string | null;
  replenishId?: string | null;
}

const made = (lines: readonly ReplenishLine[]) => lines.filter((line) => line.replenishId);
const skusOf = (lines: readonly ReplenishLine[]) => [...new Set(lines.flatMap((line) => line.skuId ?? []))];

/** Rows of which a document was just made count it at once; what was adjusted is done with. */
export async function countMade(
  c: RuleContext,
  lines: readonly ReplenishLine[] | undefined,
  before: readonly ReplenishLine[] = [],
): Promise<void> {
  const own = made([...(lines ?? []), ...(lines ? before : [])]);
  if (!own.length) return;
  await lockReckoning(c.sql, c.tenantId);
  await patchMany(
    c,
    replenish,
    own.map((line) => line.replenishId),
    { adjustQty: null, adjustReason: null },
  );
  await reckonAnew(c, skusOf(own));
}

/** What a document was to bring does not come from it: its rows ask for it once more. Its state is written. */
export async function giveBackMade(c: RuleContext, lines: readonly ReplenishLine[]): Promise<void> {
  const own = made(lines);
  if (!own.length) return;
  await lockReckoning(c.sql, c.tenantId);
  await reckonAnew(c, skusOf(own));
}
