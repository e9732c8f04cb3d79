import { groupBy } from "#backend/domain/group-by";
import { createDraft, type Engine, lockRow, moveTo, patch, type RuleContext } from "#backend/engine/documents";
import { eachBeside } from "#backend/platform/beside";
import { type Database, lockAdvisory } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import { fbaClaim } from "#documents/logistics/fba-claim";

/** Days that the platform has to find what it lost, or to pay for it, and within which it is claimed. */
const PATIENCE = 30;
const CLAIMED_WITHIN = 60;
/** Days of losses that are held against what was found and paid. */
const LOOKED_BACK = 120;

/** Pieces of goods, by the day on which they were lost, found or paid for. */
interface DatedPieces {
  day: string;
  qty: number;
}
/** Pieces that a claim of the loss asks for; what is found once it waits (`since`) is found of them. */
interface ClaimedPieces {
  claimed?: number;
  since?: number | null;
}
/** What was found says when it was told. */
interface AnsweringPieces extends DatedPieces {
  told?: number | null;
}

/**
 * Pieces of each loss that nothing answers (`qty`), and that were found of those that are claimed (`found`): what was
 * found or paid goes to the oldest loss before it.
 * @param losses the oldest first
 * @param answers the oldest first
 */
export function answered<L extends DatedPieces & ClaimedPieces>(
  losses: readonly L[],
  answers: readonly AnsweringPieces[],
): (L & { found: number })[] {
  const open = losses.map((loss) => ({ ...loss, qty: Math.max(loss.qty - (loss.claimed ?? 0), 0), found: 0 }));
  for (const { day, qty, told } of answers) {
    let left = qty;
    for (const loss of open) {
      if (loss.day > day) break;
      const taken = Math.min(left, loss.qty);
      loss.qty -= taken;
      left -= taken;
      const waits = told && loss.since && told > loss.since ? (loss.claimed ?? 0) - loss.found : 0;
      const found = Math.min(left, waits);
      loss.found += found;
      left -= found;
    }
  }
  return open;
}

interface Loss extends DatedPieces {
  id: string;
  storeId: string;
  msku: string;
  kind: "warehouse" | "damaged";
  claimId: string | null;
  claimed: number;
  since: number | null;
  /** So long ago that it is claimed, and not so long that it cannot be. */
  due: boolean;
}

/** What the platform lost, and what it broke of what could be sold, with the claim of it. $1 tenant */
const LOSSES = `
  select r.id::text as id, r.store_id::text as "storeId", r.fact_sku as msku, r.event_day::text as day,
    case r.reason when 'LOST' then 'warehouse' else 'damaged' end as kind, -r.qty as qty,
    k.id::text as "claimId", coalesce(k.missing_qty, 0)::int as claimed,
    case when k.status in ('open', 'submitted', 'rejected', 'found') and k.del_flag = 0
      then extract(epoch from k.create_time)::float8 end as since,
    now()::date - r.event_day >= ${PATIENCE} and now()::date - r.event_day < ${CLAIMED_WITHIN} and k.id is null as due
  from fba_ledger r
    left join lateral (select * from fba_claim k where k.tenant_id = r.tenant_id and k.source_line = 'ledger:' || r.id
      order by k.id limit 1) k on true
  where r.tenant_id = $1 and r.event = 'ADJUSTMENTS' and r.qty < 0 and r.fact_sku <> '*' and r.del_flag = 0
    and (r.reason = 'LOST' or r.reason = 'DAMAGED' and r.disposition = 'SELLABLE')
    and r.event_day > now()::date - ${LOOKED_BACK}
  order by r.event_day, r.id`;

/** What was found again, paid for without a claim, or claimed by hand. $1 tenant */
const ANSWERS = `
  select store_id::text as "storeId", lower(fact_sku) as msku, 'warehouse' as kind, event_day::text as day, qty,
    extract(epoch from create_time)::float8 as told
  from fba_ledger
  where tenant_id = $1 and event = 'ADJUSTMENTS' and reason = 'FOUND' and qty > 0 and fact_sku <> '*' and del_flag = 0
    and event_day > now()::date - ${LOOKED_BACK}
  union all
  select r.store_id::text, lower(r.fact_sku), case r.reason when 'LOST_WAREHOUSE' then 'warehouse' else 'damaged' end,
    r.approval_day::text, r.total_qty, null from fba_reimbursement r
  where r.tenant_id = $1 and r.reason in ('LOST_WAREHOUSE', 'DAMAGED_WAREHOUSE') and (r.amount > 0 or r.stock_qty > 0)
    and r.total_qty > 0 and r.del_flag = 0 and r.approval_day > now()::date - ${LOOKED_BACK}
    and not exists (select 1 from fba_claim k where k.tenant_id = r.tenant_id and k.reimbursement_id = r.id and k.del_flag = 0)
  union all
  select store_id::text, lower(msku), kind, lost_day::text, missing_qty, null from fba_claim
  where tenant_id = $1 and kind in ('warehouse', 'damaged') and source_line is null and status <> 'void' and del_flag = 0
    and lost_day > now()::date - ${LOOKED_BACK}
  order by 4`;

/** What a piece of these goods costs in the pool of the store at the platform; nothing where there is none. */
async function costOf({ sql, tenantId }: RuleContext, { storeId, msku }: Loss): Promise<string | undefined> {
  const pool = await sql.one<{ cost: string }>(
    `select (b.stock_value / b.on_hand_qty)::text as cost
     from sku_listing l join warehouse w on w.store_id = l.store_id and w.tenant_id = $1 and w.kind = 'fba' and w.del_flag = 0
       join stock b on b.warehouse_id = w.id and b.sku_id = l.sku_id and b.on_hand_qty > 0
     where l.store_id = $2 and l.msku = $3 order by l.del_flag, l.id, w.id limit 1`,
    [tenantId, storeId, msku],
  );
  return pool?.cost;
}

/** Pieces of a claim turned up at the platform: it says how many, and is over with the last of them. */
async function foundOf(c: RuleContext, { claimId, found }: Pick<Loss, "claimId"> & { found: number }): Promise<void> {
  if (!claimId) return;
  const { id, status, missingQty, foundQty } = await lockRow(c, fbaClaim, claimId, { anyScope: true });
  if (!["open", "submitted", "rejected"].includes(status) || found <= (foundQty ?? 0)) return;
  await patch(c, fbaClaim, id, { foundQty: found });
  if (found >= missingQty) await moveTo(c, fbaClaim, id, "found", "平台已找回");
}

/** Claims of a tenant's losses, each once, and what of them was found since. */
async function claimOf(c: RuleContext): Promise<void> {
  // What is paid meanwhile waits for the claims, and they for it.
  await lockAdvisory(c.sql, "fbaReimbursements", c.tenantId);
  const losses = await c.sql.query<Loss>(LOSSES, [c.tenantId]);
  if (!losses.some(({ due, since }) => due || since)) return;
  const keyOf = (one: Pick<Loss, "storeId" | "msku" | "kind">) =>
    [one.storeId, one.msku.toLowerCase(), one.kind].join("\t");
  const answers = await c.sql.query<Pick<Loss, "storeId" | "msku" | "kind"> & AnsweringPieces>(ANSWERS, [c.tenantId]);
  const byGoods = new Map(groupBy(answers, keyOf).flatMap((own) => (own[0] ? [[keyOf(own[0]), own] as const] : [])));
  for (const own of groupBy(losses, keyOf))
    for (const loss of answered(own, (own[0] && byGoods.get(keyOf(own[0]))) ?? [])) {
      if (loss.found) await foundOf(c, loss);
      if (!loss.due || loss.qty <= 0) continue;
      const cost = await costOf(c, loss);
      await createDraft(c, fbaClaim, {
        storeId: loss.storeId,
        kind: loss.kind,
        msku: loss.msku,
        missingQty: loss.qty,
        bookAmount: cost && dec(cost).times(loss.qty).toFixed(2),
        lostDay: loss.day,
        sourceLine: `ledger:${loss.id}`,
      });
    }
}

/** What the platform's ledger lost and neither found nor paid for in thirty days is claimed (figures.md D.6). */
export async function claimLosses(db: Database, engine: Engine): Promise<void> {
  const tenants = await db.query<{ id: string }>(
    `select id::text as id from sys_tenant t where exists (select 1 from fba_ledger r where r.tenant_id = t.id) order by t.id`,
  );
  await eachBeside(tenants, 1, ({ id }) => db.tx((sql) => claimOf({ sql, ...systemOf(id), ...engine })));
}
