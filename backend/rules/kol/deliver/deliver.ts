import { z } from "zod";
import { deliver } from "#documents/kol/deliver";
import { link } from "../../../documents/around/chain";
import { moveTo } from "../../../documents/lifecycle/move";
import { lockWhole } from "../../../documents/reading/row";
import type { MadeEnd, RuleContext } from "../../../documents/rules";
import { rules } from "../../../documents/written";
import { notify } from "../../../notices/notify";
import { copyAddress } from "../../../personal/copy";
import { cooperationOf, lockAround, lockCooperations } from "../cooperation/scene";
import { goodsLeft } from "./goods";
import { complete, leftToSend } from "./save";
import { deliverTransitions } from "./transitions";

const told = z.object({ costs: z.record(z.string(), z.string()) });

/** The warehouse sent it, or will not: then it is a draft again. */
async function stockOutEnded(c: RuleContext, { event, makerId, no, values, reason }: MadeEnd) {
  const row = await lockWhole(c, deliver, makerId, { anyScope: true });
  if (row.status !== "pending" || row.outStockNo !== no) return;
  if (event === "done") {
    await moveTo(c, deliver, row.id, "shipped", "仓库出库");
    const { costs } = told.parse(values);
    const cooperation = await cooperationOf(c, row.cooperationId);
    return goodsLeft(c, row, cooperation, new Map(Object.entries(costs)));
  }
  if (event !== "returned" && event !== "void") return;
  await moveTo(c, deliver, row.id, "draft", "样品出库单未通过");
  await c.sql.query("update deliver set out_stock_no = null where id = $1", [row.id]);
  await notify(c.sql, {
    ...{ tenantId: c.tenantId, userIds: row.ownerId ? [row.ownerId] : [] },
    title: `寄样${row.no}的样品出库单${no}未通过`,
    pushDescribe: reason || "样品出库单已撤回或作废，寄样回到草稿",
    bizPath: deliver.screens.detail.replace("{id}", row.id),
  });
}

/** 红人寄样 (market.md 2). */
export const deliverRules = rules(deliver, {
  beforeNumber: (c, { cooperationId }) => lockCooperations(c, cooperationId ? [cooperationId] : []),
  beforeSave: complete,
  async afterSave(c, id, next, before) {
    const [starId, cooperationId] = [
      next.starId ?? before?.starId,
      next.cooperationId ?? before?.cooperationId,
    ];
    if (starId)
      await copyAddress(c.sql, {
        from: { table: "star", column: "address", id: starId },
        to: { table: deliver.table, column: "recipient", id },
      });
    if (cooperationId && !before)
      await link(c, { type: "cooperation", id: cooperationId }, { type: deliver.name, id });
  },
  async prefill(c, { cooperationId = [] }) {
    const row = await cooperationOf(c, cooperationId[0]);
    const left = await leftToSend(c, row);
    return {
      ...{ cooperationId: row.id, cooperationName: row.no, deliverType: "warehouse" },
      items: row.products.flatMap((p) => {
        const qty = Math.min(left.get(p.skuId) ?? 0, 20);
        return qty > 0 ? [{ skuId: p.skuId, $skuId: p.skuCode, skuName: p.skuName, qty }] : [];
      }),
    };
  },
  lockAlong: (c, ids) => lockAround(c, "deliver", ids),
  onMadeEnded: stockOutEnded,
  transitions: deliverTransitions,
});
