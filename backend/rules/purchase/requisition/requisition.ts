import { type DraftOf, type RowOf, readable } from "#documents/kit";
import { requisition } from "#documents/purchase/requisition";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec, r2, sum } from "../../../values/money";
import { countMade, giveBackMade } from "../../replenish/made";
import { requisitionOf } from "../../replenish/prefill";
import { requireSkus, skusOf, snapshotSkus, wordsOf } from "../../sku-lines";
import { showLines, showRequisition } from "./list";
import { snapshotStock } from "./stock";

type Draft = DraftOf<typeof requisition>;
type Before = RowOf<typeof requisition>;

/** Fields that the type makes necessary (supply.md 3). */
function requireFields({ reqType, storeId, reason }: Draft) {
  if ((reqType === "stock" || reqType === "urgent") && !storeId)
    throw invalidAt("storeId", "请选择店铺");
  if (reqType === "urgent" && !reason) throw invalidAt("reason", "请输入请购原因");
}

async function requireWarehouse({ sql, tenantId }: RuleContext, id: string) {
  const row = await sql.one<{ kind: string; enabled: boolean }>(
    "select kind, enabled from warehouse where id = $1 and tenant_id = $2 and del_flag = 0",
    [id, tenantId],
  );
  const good = row?.enabled && (row.kind === "domestic" || row.kind === "overseas");
  if (!good) throw invalidAt("warehouseId", "需求仓库须为启用的国内仓或海外自营仓");
}

/** Words, prices and dates of lines that are not given, and what the header says of them all. */
async function completeLines(
  c: RuleContext,
  next: Draft,
  before: Before | undefined,
  expectDate: string | null | undefined,
) {
  const lines = next.items;
  if (!lines) return;
  const skus = await skusOf(c, lines);
  requireSkus(lines, skus);
  const seesPrices = readable(requisition.lines.items.fields.estPrice, c.caller);
  for (const line of lines) {
    Object.assign(line, wordsOf(skus, line.skuId));
    // Who may not read prices sends none: that changes no price that somebody typed.
    if (!seesPrices)
      line.estPrice ??= before?.items.find(
        ({ id, skuId }) => id === line.id && skuId === line.skuId,
      )?.estPrice;
    line.estPrice ??= skus.get(line.skuId ?? "")?.purchasePrice;
    line.expectDate ??= expectDate;
    const { estPrice } = line;
    line.estAmount = estPrice ? r2(dec(estPrice).times(line.qty ?? 0)) : null;
  }
  // A line without a price adds nothing that anybody knows.
  const known = lines.flatMap((l) => l.estAmount ?? []);
  next.estAmount = known.length ? sum(known) : null;
  next.totalQty = lines.reduce((n, l) => n + (l.qty ?? 0), 0);
}

const submit = transition(requisition, "submit", {
  lock: async (c, row) => ({ skus: await skusOf(c, row.items) }),
  guard({ row, skus }) {
    if (row.expectDate < today()) throw invalidAt("expectDate", "期望到仓日不能早于今天");
    requireSkus(row.items, skus);
  },
  async effect(c, { row }) {
    await snapshotSkus(c, "purchase_requisition_line", row.items);
    await snapshotStock(c, row.id);
  },
});

/** Void, rejected or deleted: what it was to bring is asked for once more. */
const ends = (["void", "returned", "del"] as const).map((event) =>
  transition(requisition, event, { effect: (c, { row }) => giveBackMade(c, row.items) }),
);

/** 请购单 (supply.md 3). */
export const requisitionRules = rules(requisition, {
  enrich: showRequisition,
  enrichOne: (c, row) => showLines(c, row.items),
  async beforeSave(c, next, before) {
    const whole = { ...before, ...next };
    requireFields(whole);
    if (next.warehouseId) await requireWarehouse(c, next.warehouseId);
    if (!before) Object.assign(next, { applicantId: c.caller.userId, progress: "none" });
    await completeLines(c, next, before, whole.expectDate);
  },
  prefill: async (c, { replenishId }) => (replenishId ? requisitionOf(c, replenishId) : {}),
  afterSave: (c, _id, next, before) => countMade(c, next.items, before?.items),
  flowFlags: async (_c, row) => ({ urgent: row.reqType === "urgent" }),
  transitions: [submit, ...ends],
});
