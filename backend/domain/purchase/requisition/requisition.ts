import { soldPieces } from "#backend/domain/pieces";
import { requisitionOf } from "#backend/domain/replenish/prefill";
import { countMade, giveBackMade } from "#backend/domain/replenish/store";
import { requireSkus, skusOf, snapshotSkus, wordsOf } from "#backend/domain/sku-lines";
import { type RuleContext, rules, transition } from "#backend/engine/documents";
import { invalidAt } from "#backend/platform/http";
import { dec, r2, sum, today } from "#backend/platform/values";
import { type DraftOf, type HeadOf, type LineOf, type RowOf, readable } from "#documents/kit";
import { requisition } from "#documents/purchase/requisition";

/** The 30 days before today; by the requisition's store when it names one. */
const SOLD = `f.biz_date between $3::date - 30 and $3::date - 1
  and f.store_id = coalesce(r.store_id, f.store_id)`;

/**
 * Copies what the requisition's warehouse has of each SKU now onto the lines that are submitted, and
 * what was sold of it in the 30 days before today: by its store when it names one, else by all.
 */
export const snapshotStock = ({ sql, tenantId }: RuleContext, id: string) =>
  sql.query(
    `update purchase_requisition_line l
     set available_qty = t.available_qty, in_transit_qty = t.transit_qty,
       on_order_qty = (select coalesce(sum(o.open_qty + o.owed_replenish_qty + o.owed_exchange_qty), 0)::int
         from purchase_order_line o join purchase_order h on h.id = o.purchase_order_id
         where o.sku_id = l.sku_id and o.del_flag = 0 and h.del_flag = 0
           and h.warehouse_id = r.warehouse_id and h.status in ('approved', 'executing')),
       sales30d = ${soldPieces("k.id", SOLD)}
     from purchase_requisition_line own
       join purchase_requisition r on r.id = own.purchase_requisition_id
       join sku k on k.id = own.sku_id
       left join stock t on t.warehouse_id = r.warehouse_id and t.sku_id = own.sku_id
         and t.tenant_id = $2
     where own.id = l.id and r.id = $1 and l.del_flag = 0`,
    [id, tenantId, today()],
  );

/** SKU数 of requisitions, and 站点 of the store that each is for. */
async function showRequisition({ sql }: RuleContext, rows: readonly HeadOf<typeof requisition>[]) {
  const found = await sql.query<{ id: string; skuCount: number; site: string | null }>(
    `select r.id, i.site_code as site, (select count(distinct l.sku_id)::int
       from purchase_requisition_line l where l.purchase_requisition_id = r.id and l.del_flag = 0)
       as "skuCount"
     from purchase_requisition r left join store s on s.id = r.store_id
       left join site i on i.id = s.site_id
     where r.id = any($1::bigint[])`,
    [rows.map((r) => r.id)],
  );
  const byId = new Map(found.map(({ id, ...own }) => [id, own]));
  for (const row of rows) Object.assign(row, byId.get(row.id));
}

/** 剩余 of lines; a quantity that is no multiple of what a supplier sells at least is only pointed at. */
async function showLines({ sql }: RuleContext, lines: readonly LineOf<typeof requisition, "items">[]): Promise<void> {
  const skus = await sql.query<{ id: string; moq: number }>(
    "select id, moq from sku where id = any($1::bigint[]) and moq > 1",
    [lines.map((l) => l.skuId)],
  );
  for (const line of lines) {
    line.remainQty = line.qty - line.turnedQty - line.cancelQty;
    const moq = skus.find((s) => s.id === line.skuId)?.moq;
    line.moq = moq ?? null;
    line.moqNote = moq && line.qty % moq ? `不是起订量${moq}的倍数` : null;
  }
}

type RequisitionDraft = DraftOf<typeof requisition>;
type Before = RowOf<typeof requisition>;

/** Fields that the type makes necessary (supply.md 3). */
function requireFields({ reqType, storeId, reason }: RequisitionDraft) {
  if ((reqType === "stock" || reqType === "urgent") && !storeId) throw invalidAt("storeId", "请选择店铺");
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
  next: RequisitionDraft,
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
      line.estPrice ??= before?.items.find(({ id, skuId }) => id === line.id && skuId === line.skuId)?.estPrice;
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
