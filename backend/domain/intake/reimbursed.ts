import dayjs from "dayjs";
import type { RuleContext } from "#backend/engine/documents";
import { lockAdvisory } from "#backend/platform/db";
import { dec } from "#backend/platform/values";

/** Days by which a settlement may book what the platform approves only later, its clock being another. */
const EARLY_DAYS = 3;

interface Reimbursed {
  id: string;
  storeId: string;
  msku: string;
  amount: string;
  currency: string;
  day: string;
  settlementId: string | null;
}

/** A line of a settlement that is posted and pays for something. */
interface ReimbursingLine {
  settlementId: string;
  storeId: string;
  msku: string;
  amount: string;
  currency: string;
  day: string;
}

const keyOf = ({ storeId, msku, amount, currency }: ReimbursingLine | Reimbursed) =>
  [storeId, msku.toLowerCase(), dec(amount).toFixed(2), currency].join("\t");

/** Reimbursements of a tenant are matched by one at a time. */
export const lockReimbursements = ({ sql, tenantId }: RuleContext) => lockAdvisory(sql, "fbaReimbursements", tenantId);

/**
 * Says of the reimbursements of some stores which settlement has their money: a posted line of the same store, MSKU
 * and amount, each line for one of them, the earliest first. The caller holds `lockReimbursements`.
 */
export async function matchReimbursements({ sql, tenantId }: RuleContext, storeIds: readonly string[]): Promise<void> {
  const said = await sql.query<Reimbursed>(
    `select id, store_id as "storeId", coalesce(msku, '') as msku, amount::text as amount, currency,
       approval_day::text as day, settlement_id as "settlementId"
     from fba_reimbursement where tenant_id = $1 and store_id = any($2::bigint[]) and amount <> 0 and del_flag = 0
     order by approval_day, row_key`,
    [tenantId, storeIds],
  );
  const lines = await sql.query<ReimbursingLine>(
    `select l.settlement_id as "settlementId", l.store_id as "storeId", coalesce(l.msku, '') as msku,
       l.amount::text as amount, l.currency, l.posted_date::text as day
     from settlement_line l join settlement h on h.id = l.settlement_id and h.status = 'posted' and h.del_flag = 0
     where l.tenant_id = $1 and l.store_id = any($2::bigint[]) and l.measure = 'reimburse_amt' and l.del_flag = 0
     order by l.posted_date, l.id`,
    [tenantId, storeIds],
  );
  const free = new Map<string, ReimbursingLine[]>();
  for (const line of lines) free.set(keyOf(line), [...(free.get(keyOf(line)) ?? []), line]);
  const found = said.flatMap((one) => {
    const paid = free.get(keyOf(one)) ?? [];
    const from = dayjs(one.day).subtract(EARLY_DAYS, "day").format("YYYY-MM-DD");
    const at = paid.findIndex(({ day }) => day >= from);
    const [line] = at < 0 ? [] : paid.splice(at, 1);
    const settlementId = line?.settlementId ?? null;
    return settlementId === one.settlementId ? [] : [{ id: one.id, settlementId }];
  });
  await sql.query(
    `update fba_reimbursement r set settlement_id = x."settlementId", update_time = now(),
       state = case when x."settlementId" is null then 'open' else 'settled' end
     from jsonb_to_recordset($1::jsonb) as x(id bigint, "settlementId" bigint) where r.id = x.id and r.tenant_id = $2`,
    [JSON.stringify(found), tenantId],
  );
}

/** A settlement was posted or taken back: what it pays for is said anew. */
export async function settleReimbursements(c: RuleContext, settlementId: string): Promise<void> {
  const stores = await c.sql.query<{ id: string }>(
    `select l.store_id as id from settlement_line l
     where l.settlement_id = $1 and l.measure = 'reimburse_amt' and l.del_flag = 0
     union select r.store_id from fba_reimbursement r where r.settlement_id = $1 order by 1`,
    [settlementId],
  );
  if (!stores.length) return;
  await lockReimbursements(c);
  await matchReimbursements(
    c,
    stores.map(({ id }) => id),
  );
}
