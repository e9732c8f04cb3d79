import type { Row, RuleContext, Rules, Values } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { postMoves } from "../../../stock/ledger";
import { lockPools } from "../../../stock/pool";
import { reverseMoves } from "../../../stock/reverse";
import { today } from "../../../values/money";
import { snapshotSkus } from "../../sku-lines";
import { requireDate, requireFilled, requirePieces, requireWarehouse } from "./guards";
import { itemsOf, sourceOf, summed, writeCosts } from "./lines";
import { movesOf, priceLines } from "./other-in-cost";

const NAME = "other_in";

async function requireHeader(c: RuleContext, whole: Values) {
  const { inType } = whole;
  if (inType === "gift") requireFilled(whole, { supplierId: "请选择供应商" });
  if (inType === "gain" || inType === "adjust") requireFilled(whole, { reason: "请输入入库原因" });
  await requireDate(c, whole.bizDate);
  const only = inType === "adjust" ? undefined : "FBA仓只能做调整入库";
  await requireWarehouse(c, whole.warehouseId, only);
}

/** An opening balance is the first thing that a pool ever sees. */
async function requireUntouched({ sql, tenantId }: RuleContext, row: Row, lines: readonly Row[]) {
  if (row.inType !== "opening") return;
  const moved = await sql.one<{ code: string }>(
    `select s.sku_code as code from sku s where s.id = any($3::bigint[]) and exists (
       select 1 from stock_move m
       where m.tenant_id = $1 and m.warehouse_id = $2 and m.sku_id = s.id) order by s.id limit 1`,
    [tenantId, row.warehouseId, lines.map((l) => l.skuId)],
  );
  if (moved) throw conflict(`SKU ${moved.code} 已有流水，不能录入期初`);
}

/** Who may not see costs sends none: those that stand there stay. */
function keepCosts({ caller }: RuleContext, lines: readonly Values[], before?: Row) {
  if (caller.permissions.has("stock_cost_view")) return;
  for (const line of lines)
    line.unitCost ??= (before?.items as Row[] | undefined)?.find((b) => b.id === line.id)?.unitCost;
}

/** 其他入库单 (supply.md 4). */
export const otherInRules: Rules = {
  async beforeSave(c, next, before) {
    next.bizDate ??= before?.bizDate ?? today();
    const whole: Values = { ...before, ...next };
    await requireHeader(c, whole);
    const lines = (whole.items ?? []) as Values[];
    requirePieces(lines);
    keepCosts(c, lines, before);
    Object.assign(next, await summed(c, lines));
    next.amount = await priceLines(c, whole, lines);
    next.items = lines;
  },
  async onSubmit(c, row) {
    const lines = row.items as Row[];
    await requireHeader(c, row);
    await requireUntouched(c, row, lines);
    const amount = await priceLines(c, row, lines, true);
    await summed(c, lines);
    await writeCosts(c, "other_in_line", lines as never);
    await c.sql.query("update other_in set amount = $2 where id = $1", [row.id, amount]);
    await snapshotSkus(c, "other_in_line", lines);
  },
  flowFlags: async (_c, row) => ({ opening: row.inType === "opening" }),
  actions: {
    async confirm(c, row) {
      const lines = await itemsOf(c, NAME, row.id);
      await requireHeader(c, row);
      const moves = lines.flatMap((line) => movesOf(row, line));
      await lockPools(c, moves);
      await requireUntouched(c, row, lines);
      const bizDate = String(row.bizDate);
      await postMoves(c, sourceOf(NAME, row), `confirm:${row.version}`, moves, { bizDate });
      await c.sql.query("update other_in set confirm_time = now() where id = $1", [row.id]);
    },
    async reverse(c, row) {
      const bizDate = String(row.bizDate);
      await reverseMoves(c, sourceOf(NAME, row), `reverse:${row.version}`, { bizDate });
    },
  },
};
