import { NOW, patch, type RuleContext } from "#backend/engine/documents";
import { createSubmitted } from "#backend/engine/documents/lifecycle/create-submitted";
import { maskedAddress, maskedName } from "#backend/platform/personal/address";
import { openAddress } from "#backend/platform/personal/open";
import { dec, round, sum, today } from "#backend/platform/values";
import { neededParts, type RowOf } from "#documents/kit";
import { deliver } from "#documents/kol/deliver";
import { otherOut } from "#documents/wms/other-out";
import type { Cooperation } from "../cooperation/attribution";
import { recount } from "../cooperation/figures";
import { postPromoFee } from "../facts";

export type Deliver = RowOf<typeof deliver>;

/** Where it goes, if it is known well enough to arrive. */
export async function recipientOf({ sql }: RuleContext, id: string) {
  const to = await openAddress(sql, deliver, id);
  return to && neededParts.every((part) => to[part]) ? to : undefined;
}

/**
 * Asks the warehouse for the samples. Its document shows the recipient masked: who packs prints 寄样单,
 * which is counted.
 */
export async function askWarehouse(c: RuleContext, row: Deliver): Promise<void> {
  const to = await recipientOf(c, row.id);
  const { no } = await createSubmitted(
    c,
    otherOut,
    {
      outType: "sample",
      sourceNo: row.no,
      warehouseId: row.warehouseId,
      bizDate: today(),
      useDeptId: row.deptId ?? c.caller.deptId,
      receiverName: to?.name ? maskedName(to.name) : "红人",
      receiverAddress: `${to ? maskedAddress(to) : ""}（收件信息见寄样单${row.no}）`.slice(0, 200),
      reason: `红人寄样 ${row.no}`,
      items: row.items.map((l) => ({ skuId: l.skuId, goodQty: l.qty, badQty: 0 })),
    },
    { owner: { document: deliver.name, id: row.id, no: row.no } },
  );
  await patch(c, deliver, row.id, { outStockNo: no });
}

/** Goods left at these costs, by SKU: the delivery, its cooperation and the facts follow. CNY. */
export async function goodsLeft(
  c: RuleContext,
  row: Deliver,
  cooperation: Cooperation,
  costs: ReadonlyMap<string, string>,
): Promise<void> {
  const lines = row.items.map(({ id, skuId, qty }) => {
    const cost = costs.get(skuId) ?? "0";
    return { id, cost, unitCost: round(dec(cost).div(qty), 6) };
  });
  await c.sql.query(
    `update deliver_line l set cost = x.cost, unit_cost = x."unitCost"
     from jsonb_to_recordset($1::jsonb) as x(id bigint, cost numeric, "unitCost" numeric)
     where l.id = x.id`,
    [JSON.stringify(lines)],
  );
  const amount = sum(lines.map((l) => l.cost));
  await patch(c, deliver, row.id, { sampleCost: amount, shipTime: NOW });
  await recount(c, row.cooperationId);
  await postPromoFee(c, cooperation, { source: "kolSample", no: row.no, day: today(), amount, weights: costs });
}
