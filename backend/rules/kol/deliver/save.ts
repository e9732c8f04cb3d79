import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import { deliver } from "#documents/kol/deliver";
import { type HoldingDraft, saidDrafts } from "../../../documents/around/drafts";
import type { RuleContext } from "../../../documents/rules";
import { conflict, invalidAt } from "../../../http/refusal";
import { type Cooperation, cooperationOf, requireRunning } from "../cooperation/scene";

type Draft = DraftOf<typeof deliver>;
type Line = LineDraft<typeof deliver, "items">;

/** Pieces of each SKU on other living deliveries; what was sent once more does not count twice. */
async function onTheirWay({ sql }: RuleContext, cooperationId: string, own?: string) {
  const rows = await sql.query<{ id: string; qty: number }>(
    `select l.sku_id as id, sum(l.qty)::int as qty from deliver_line l
       join deliver d on d.id = l.deliver_id and d.del_flag = 0
     where d.cooperation_id = $1 and d.status <> 'void' and not d.resent and l.del_flag = 0
       and d.id is distinct from $2 group by 1`,
    [cooperationId, own ?? null],
  );
  return new Map(rows.map((r) => [r.id, r.qty]));
}

/** What may still be sent of each product. */
export async function leftToSend(c: RuleContext, row: Cooperation, own?: string) {
  const sent = await onTheirWay(c, row.id, own);
  return new Map(row.products.map((p) => [p.skuId, p.sampleQty - (sent.get(p.skuId) ?? 0)]));
}

/** Deliveries of a cooperation that nobody submitted and that hold samples. */
const draftsOf = ({ sql }: RuleContext, cooperationId: string, own?: string) =>
  sql.query<HoldingDraft>(
    `select no, status, total_qty as held from deliver
     where cooperation_id = $1 and status in ('draft', 'rejected') and not resent and del_flag = 0
       and id is distinct from $2 order by id`,
    [cooperationId, own ?? null],
  );

/** @throws Refusal for a SKU that is no product of the cooperation, twice, or more than is left */
function requireLines(
  lines: readonly Line[],
  left: ReadonlyMap<string, number>,
  drafts: readonly HoldingDraft[],
) {
  const seen = new Set<string>();
  for (const [i, { skuId, qty }] of lines.entries()) {
    const rest = left.get(String(skuId));
    if (rest === undefined) throw invalidAt(`items.${i}.skuId`, "SKU不是该合作的产品");
    if (seen.has(String(skuId))) throw invalidAt(`items.${i}.skuId`, "SKU重复");
    seen.add(String(skuId));
    if ((qty ?? 0) > rest) throw conflict(`超出可寄样数量${saidDrafts(deliver, drafts)}`);
  }
}

/** Completes a delivery before it is written. */
export async function complete(c: RuleContext, next: Draft, before?: RowOf<typeof deliver>) {
  const whole = { ...before, ...next };
  const row = await cooperationOf(c, whole.cooperationId);
  requireRunning(row);
  const own = before?.ownerId ?? row.ownerId ?? c.caller.userId;
  if (!before && c.caller.scope.kind !== "all" && own !== c.caller.userId)
    throw conflict("只能为本人负责的合作寄样");
  const items: readonly Line[] = whole.items ?? [];
  const left = await leftToSend(c, row, before?.id);
  requireLines(items, left, await draftsOf(c, row.id, before?.id));
  const local = whole.deliverType === "localBuy";
  if (!local && !whole.warehouseId) throw invalidAt("warehouseId", "请选择发货仓库");
  if (!whole.expectReturn) next.returnDate = null;
  const words = new Map(row.products.map((p) => [p.skuId, p]));
  if (next.items)
    next.items = next.items.map((l) => {
      const { skuCode, skuName } = words.get(String(l.skuId)) ?? {};
      return { ...l, skuCode, skuName };
    });
  Object.assign(next, {
    ...{ starId: row.starId, ownerId: own, ...(local && { warehouseId: null }) },
    ...(!local && { localCost: null }),
    totalQty: items.reduce((n, l) => n + (l.qty ?? 0), 0),
    skuQtys: items.map((l) => `${words.get(String(l.skuId))?.skuCode}×${l.qty}`).join(" "),
  });
}
