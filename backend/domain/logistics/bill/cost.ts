import { patch, type RuleContext } from "#backend/engine/documents";
import { lockPools } from "#backend/ledgers/stock";
import { lockIds } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { allocate, dec, param, r2 } from "#backend/platform/values";
import type { LineOf, RowOf } from "#documents/kit";
import type { logisticsBill } from "#documents/logistics/logistics-bill";
import { transfer } from "#documents/logistics/transfer";
import { setActualFreight } from "../transfer/fee";
import { billSource, costDelivery, poolsOfDeliveries } from "./delivery-cost";

type TargetsRow = RowOf<typeof logisticsBill>;
type CostLine = LineOf<typeof logisticsBill, "items">;

/** What a line costs the goods of one transfer or delivery, CNY. */
interface CostShare {
  lineId: string;
  sourceType: CostLine["sourceType"];
  document: "transfer" | "delivery";
  targetId: string;
  amount: string;
}

/** Transfers of containers or declarations, with their declared value, else that of their goods. */
const namedBy = ({ sql }: RuleContext, { sourceType, sourceId }: CostLine) =>
  sql.query<{ id: string; value: string }>(
    `with named as (
       select l.transfer_id as id from cabinet_line l
       where l.del_flag = 0 and l.cabinet_combination_id = case when $1 = 'cabinet_combination'
         then $2::bigint else (select cabinet_id from customs_declaration where id = $2) end
       union
       select transfer_id from customs_declaration
       where $1 = 'customs_declaration' and id = $2 and transfer_id is not null)
     select t.id, coalesce((select sum(d.amount_cny) from customs_declaration d
         where d.transfer_id = t.id and d.status not in ('draft', 'rejected', 'void')
           and d.del_flag = 0), nullif(t.out_amount, 0), t.total_qty, 1)::text as value
     from transfer t join named n on n.id = t.id where t.del_flag = 0 order by t.id`,
    [sourceType, sourceId],
  );

/**
 * Shares of the lines of a bill (supply.md F.3): a transfer and a delivery bear their own, containers and
 * declarations go to the transfers that they name by declared value. CNY at the rate of the bill, without
 * tax unless tax counts as cost.
 * @throws Refusal 409 for a source that names no transfer
 */
async function sharesOf(c: RuleContext, row: TargetsRow): Promise<CostShare[]> {
  const taxed = await param(c.sql, c.tenantId, "cost_include_tax");
  const shares: CostShare[] = [];
  for (const line of row.items) {
    const { id: lineId, sourceType, sourceId, amount, taxAmount } = line;
    const net = dec(amount).plus(taxed ? dec(taxAmount) : dec(0));
    const cost = r2(net.times(dec(row.rate ?? "1")));
    if (sourceType === "transfer" || sourceType === "delivery") {
      const document = sourceType;
      shares.push({ lineId, sourceType, document, targetId: sourceId ?? "", amount: cost });
      continue;
    }
    const named = await namedBy(c, line);
    if (!named.length) throw conflict(`${line.sourceNo}没有调拨单，不能分摊`);
    const parts = allocate(
      cost,
      named.map((n) => n.value),
    );
    for (const [i, { id }] of named.entries())
      shares.push({ lineId, sourceType, document: "transfer", targetId: id, amount: parts[i] ?? "0" });
  }
  return shares;
}

/** What is known of the freight of a transfer or delivery, CNY. */
interface CostKnown {
  estimate: string;
  /** Σ of bills that stand. */
  billed: string;
  /** A bill of its own, or of its container, stands: the estimate counts no more. */
  own: boolean;
  bills: number;
}

const ESTIMATES: Record<CostShare["document"], string> = {
  transfer: `select case when fee_currency is null then 0 else coalesce(freight_cny, 0) end::text as cny
    from transfer where id = $1`,
  delivery: `select coalesce(sum(s.freight_part), 0)::text as cny
    from wms_sign_line s join wms_sign h on h.id = s.wms_sign_id
      join delivery_line l on l.id = s.delivery_line_id
    where l.delivery_id = $1 and h.status <> 'reversed' and h.del_flag = 0 and s.del_flag = 0`,
};

/** What is known of one now; of what no bill is about yet, the freight that its goods bear is the estimate. */
async function knownOf({ sql }: RuleContext, document: CostShare["document"], id: string): Promise<CostKnown> {
  const kept = await sql.one<{ cny: string }>(
    `select case when currency is null then 0 else cny end::text as cny from logistics_estimate
     where document = $1 and target_id = $2`,
    [document, id],
  );
  const estimate = kept ?? (await sql.one<{ cny: string }>(ESTIMATES[document], [id]));
  const billed = await sql.one<{ amount: string; own: boolean; bills: number }>(
    `select coalesce(sum(amount), 0)::text as amount,
       coalesce(bool_or(source_type <> 'customs_declaration'), false) as own, count(*)::int as bills
     from logistics_share where document = $1 and target_id = $2 and not reversed`,
    [document, id],
  );
  return {
    estimate: estimate?.cny ?? "0",
    billed: billed?.amount ?? "0",
    own: billed?.own ?? false,
    bills: billed?.bills ?? 0,
  };
}

/** What the goods are to bear: bills, and the estimate while only other fees are billed. */
const shownFee = ({ estimate, billed, own }: CostKnown = NONE): string =>
  dec(billed)
    .plus(own ? 0 : estimate)
    .toFixed(2);

const NONE: CostKnown = { estimate: "0", billed: "0", own: false, bills: 0 };

interface CostFee {
  currency: string | null;
  cny: string;
  amount: string;
  other: string;
}

/** Where the goods of transfers go. */
const poolsOfTransfers = ({ sql }: RuleContext, ids: readonly string[]) =>
  sql.query<{ warehouseId: string; skuId: string }>(
    `select distinct t.to_warehouse_id as "warehouseId", l.sku_id as "skuId"
     from transfer_line l join transfer t on t.id = l.transfer_id
     where t.id = any($1::bigint[]) and l.del_flag = 0 and l.shipped_qty > 0 order by 1, 2`,
    [ids],
  );

/** Keeps what was entered by hand, once, before the first bill takes its place. */
const keepEstimate = ({ sql, tenantId }: RuleContext, id: string) =>
  sql.query(
    `insert into logistics_estimate (document, target_id, tenant_id, currency, amount, other, cny)
     select 'transfer', id, $2, fee_currency, coalesce(actual_freight, 0),
       coalesce(other_fee, 0), coalesce(freight_cny, 0)
     from transfer where id = $1 on conflict do nothing`,
    [id, tenantId],
  );

const dropEstimate = ({ sql }: RuleContext, id: string) =>
  sql.one<CostFee>(
    `delete from logistics_estimate where document = 'transfer' and target_id = $1
     returning currency, amount::text as amount, other::text as other, cny::text as cny`,
    [id],
  );

const otherFee = ({ sql }: RuleContext, id: string, { currency, other }: Pick<CostFee, "currency" | "other">) =>
  patch({ sql }, transfer, id, { feeCurrency: currency, otherFee: other });

/**
 * The freight of a locked transfer follows its bills: their sum in CNY, and its estimate as long as none
 * of them is about its freight. Without any the estimate stands again.
 */
async function costTransfer(c: RuleContext, id: string): Promise<void> {
  const known = await knownOf(c, "transfer", id);
  if (!known.bills) {
    const fee = await dropEstimate(c, id);
    if (!fee) return;
    await otherFee(c, id, fee);
    await setActualFreight(c, id, { amount: fee.amount, currency: fee.currency ?? "CNY" });
    if (!fee.currency) await patch(c, transfer, id, { feeCurrency: null, freightCny: fee.cny });
    return;
  }
  await keepEstimate(c, id);
  await otherFee(c, id, { currency: "CNY", other: "0" });
  await setActualFreight(c, id, { amount: shownFee(known), currency: "CNY" });
}
type CostTarget = Pick<CostShare, "document" | "targetId">;

const idsOf = (targets: readonly CostTarget[], document: CostShare["document"]) =>
  [...new Set(targets.flatMap((t) => (t.document === document ? [t.targetId] : [])))].sort(
    (a, b) => Number(a) - Number(b),
  );

/** Locks what a change of cost touches, the stock of all of it together. */
async function lockTargets(c: RuleContext, targets: readonly CostTarget[]) {
  const [deliveries, transfers] = [idsOf(targets, "delivery"), idsOf(targets, "transfer")];
  await lockIds(c.sql, "delivery", deliveries);
  await lockIds(c.sql, "transfer", transfers);
  const places = [...(await poolsOfDeliveries(c, deliveries)), ...(await poolsOfTransfers(c, transfers))];
  if (places.length) await lockPools(c, places);
  return { deliveries, transfers };
}

const keepShares = ({ sql, tenantId }: RuleContext, billId: string, shares: readonly CostShare[]) =>
  sql.query(
    `insert into logistics_share (tenant_id, bill_id, line_id, source_type, document, target_id, amount)
     select $1, $2, x."lineId", x."sourceType", x.document, x."targetId", x.amount
     from jsonb_to_recordset($3::jsonb) as x("lineId" bigint, "sourceType" text, document text,
       "targetId" bigint, amount numeric)`,
    [tenantId, billId, JSON.stringify(shares)],
  );

const writeCosts = ({ sql }: RuleContext, billId: string) =>
  sql.query(
    `update logistics_bill_line l set cost = coalesce(x.cost, 0) from (
       select line_id, sum(amount) filter (where not reversed) as cost
       from logistics_share where bill_id = $1 group by 1) x
     where l.id = x.line_id`,
    [billId],
  );

/** Changes what bills say, and lets the goods follow: what they bear then instead of what they bore. */
async function changing(
  c: RuleContext,
  row: TargetsRow,
  targets: readonly CostTarget[],
  change: () => Promise<unknown>,
): Promise<void> {
  const { deliveries, transfers } = await lockTargets(c, targets);
  const before = new Map<string, CostKnown>();
  for (const id of deliveries) before.set(id, await knownOf(c, "delivery", id));
  await change();
  await writeCosts(c, row.id);
  for (const id of deliveries) {
    const now = shownFee(await knownOf(c, "delivery", id));
    const was = shownFee(before.get(id));
    const key = `cost:${row.version}:${id}`;
    await costDelivery(c, billSource(row), key, id, dec(now).minus(was).toFixed(2));
  }
  for (const id of transfers) await costTransfer(c, id);
}

/** The goods bear the bill, in the place of what was estimated. */
export async function bearBill(c: RuleContext, row: TargetsRow): Promise<void> {
  const shares = await sharesOf(c, row);
  await changing(c, row, shares, () => keepShares(c, row.id, shares));
}

/** They do not any more: what other bills say stays, else the estimate counts again. */
export async function unbearBill(c: RuleContext, row: TargetsRow): Promise<void> {
  const shares = await c.sql.query<CostTarget>(
    `select document, target_id as "targetId" from logistics_share
     where bill_id = $1 and not reversed order by id`,
    [row.id],
  );
  await changing(c, row, shares, () =>
    c.sql.query("update logistics_share set reversed = true where bill_id = $1", [row.id]),
  );
}
