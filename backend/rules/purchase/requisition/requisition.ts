import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec, r2, sum } from "../../../values/money";
import { requireSkus, skusOf, snapshotSkus, wordsOf } from "../../sku-lines";
import { showLines, showRequisition } from "./list";
import { snapshotStock } from "./stock";

/** Fields that the type makes necessary (supply.md 3). */
function requireFields(next: Values) {
  const { reqType } = next;
  if ((reqType === "stock" || reqType === "urgent") && !next.storeId)
    throw invalid("请选择店铺", { storeId: "请选择店铺" });
  if (reqType === "urgent" && !next.reason)
    throw invalid("请输入请购原因", { reason: "请输入请购原因" });
}

async function requireWarehouse({ sql, tenantId }: RuleContext, id: unknown) {
  const row = await sql.one<{ kind: string; enabled: boolean }>(
    "select kind, enabled from warehouse where id = $1 and tenant_id = $2 and del_flag = 0",
    [id, tenantId],
  );
  const good = row?.enabled && (row.kind === "domestic" || row.kind === "overseas");
  if (!good) {
    const message = "需求仓库须为启用的国内仓或海外自营仓";
    throw invalid(message, { warehouseId: message });
  }
}

/** 请购单 (supply.md 3). */
export const requisitionRules: LegacyRules = {
  enrich: showRequisition,
  enrichOne: (c, row) => showLines(c, row.items as Row[]),
  async beforeSave(c, next, before) {
    const whole = { ...before, ...next };
    requireFields(whole);
    if (next.warehouseId) await requireWarehouse(c, next.warehouseId);
    if (!before) Object.assign(next, { applicantId: c.caller.userId, progress: "none" });
    const lines = next.items as Values[] | undefined;
    if (!lines) return;
    const skus = await skusOf(c, lines);
    requireSkus(lines, skus);
    for (const line of lines) {
      Object.assign(line, wordsOf(skus, line.skuId));
      line.estPrice ??= skus.get(String(line.skuId))?.purchasePrice ?? "0";
      line.expectDate ??= whole.expectDate;
      line.estAmount = r2(dec(line.estPrice as string).times(Number(line.qty)));
    }
    next.estAmount = sum(lines.map((l) => l.estAmount as string));
    next.totalQty = lines.reduce((n, l) => n + Number(l.qty), 0);
  },
  async onSubmit(c, row) {
    const lines = row.items as Row[];
    if (String(row.expectDate) < today())
      throw invalid("期望到仓日不能早于今天", { expectDate: "期望到仓日不能早于今天" });
    requireSkus(lines, await skusOf(c, lines));
    await snapshotSkus(c, "purchase_requisition_line", lines);
    await snapshotStock(c, row);
  },
  flowFlags: async (_c, row) => ({ urgent: row.reqType === "urgent" }),
  actions: {
    async void(c, row) {
      const turned = await c.sql.one(
        `select 1 from purchase_requisition_line
         where purchase_requisition_id = $1 and turned_qty > 0 and del_flag = 0`,
        [row.id],
      );
      if (turned) throw conflict("请购单已转采，不能作废，请走请购取消");
    },
  },
};
