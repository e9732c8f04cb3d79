import type { RowOf } from "#documents/kit";
import type { logisticsBill } from "#documents/logistics/logistics-bill";
import { lockIds } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";
import { lockPools } from "../../../stock/pool";
import { dec } from "../../../values/money";
import { billSource, costDelivery, poolsOfDeliveries } from "./delivery-cost";
import { type Known, knownOf, shownFee } from "./estimate";
import { type Share, sharesOf } from "./targets";
import { costTransfer, poolsOfTransfers } from "./transfer-cost";

type Row = RowOf<typeof logisticsBill>;
type Target = Pick<Share, "document" | "targetId">;

const idsOf = (targets: readonly Target[], document: Share["document"]) =>
  [...new Set(targets.flatMap((t) => (t.document === document ? [t.targetId] : [])))].sort(
    (a, b) => Number(a) - Number(b),
  );

/** Locks what a change of cost touches, the stock of all of it together. */
async function lockTargets(c: RuleContext, targets: readonly Target[]) {
  const [deliveries, transfers] = [idsOf(targets, "delivery"), idsOf(targets, "transfer")];
  await lockIds(c.sql, "delivery", deliveries);
  await lockIds(c.sql, "transfer", transfers);
  const places = [
    ...(await poolsOfDeliveries(c, deliveries)),
    ...(await poolsOfTransfers(c, transfers)),
  ];
  if (places.length) await lockPools(c, places);
  return { deliveries, transfers };
}

const keepShares = ({ sql, tenantId }: RuleContext, billId: string, shares: readonly Share[]) =>
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
  row: Row,
  targets: readonly Target[],
  change: () => Promise<unknown>,
): Promise<void> {
  const { deliveries, transfers } = await lockTargets(c, targets);
  const before = new Map<string, Known>();
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
export async function bearBill(c: RuleContext, row: Row): Promise<void> {
  const shares = await sharesOf(c, row);
  await changing(c, row, shares, () => keepShares(c, row.id, shares));
}

/** They do not any more: what other bills say stays, else the estimate counts again. */
export async function unbearBill(c: RuleContext, row: Row): Promise<void> {
  const shares = await c.sql.query<Target>(
    `select document, target_id as "targetId" from logistics_share
     where bill_id = $1 and not reversed order by id`,
    [row.id],
  );
  await changing(c, row, shares, () =>
    c.sql.query("update logistics_share set reversed = true where bill_id = $1", [row.id]),
  );
}
