import { skuIsNamed } from "#backend/domain/in-use";
import { soldPieces } from "#backend/domain/pieces";
import { lackExpressions, patch, pickAs, type RuleContext, rules, transition } from "#backend/engine/documents";
import { namedRefs } from "#backend/engine/documents/reading/named-refs";
import { conflict, invalid, invalidAt } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import type { Around, DraftOf, HeadOf, RowOf } from "#documents/kit";
import { ASKED, sku } from "#documents/product/sku";
import { spu } from "#documents/product/spu";
import { recount } from "../spu/skus";
import { showStock, skuFigures } from "../stock/sku";
import { stopping } from "../stop/notice";
import { changedOf, checkSkus, kindsOf, requireCombo, showAttrs } from "./check";

type SkuSku = HeadOf<typeof sku>;

/** What lies, travels and is ordered in one warehouse. */
async function showWarehouse({ sql, tenantId }: RuleContext, rows: SkuSku[], warehouseId: string) {
  const found = await sql.query<Pick<SkuSku, "id" | "availableQty" | "inTransitQty" | "onOrderQty">>(
    `select k.id, s.available_qty as "availableQty", s.transit_qty as "inTransitQty",
       (select coalesce(sum(l.open_qty + l.owed_replenish_qty + l.owed_exchange_qty), 0)::int
        from purchase_order_line l join purchase_order h on h.id = l.purchase_order_id
        where l.sku_id = k.id and l.del_flag = 0 and h.del_flag = 0
          and h.warehouse_id = $2 and h.status in ('approved', 'executing')) as "onOrderQty"
     from sku k left join stock s on s.sku_id = k.id and s.warehouse_id = $2 and s.tenant_id = $3
     where k.id = any($1::bigint[])`,
    [rows.map((r) => r.id), warehouseId, tenantId],
  );
  for (const row of rows)
    Object.assign(
      row,
      found.find((f) => f.id === row.id),
    );
}

/** Pieces sold in the 30 days before today, by one store or by all. */
async function showSales({ sql }: RuleContext, rows: SkuSku[], storeId: string | undefined) {
  const of = `f.biz_date between $2::date - 30 and $2::date - 1
    and f.store_id = coalesce($3::bigint, f.store_id)`;
  const found = await sql.query<{ id: string; units: number }>(
    `select k.id, ${soldPieces("k.id", of)} as units from sku k where k.id = any($1::bigint[])`,
    [rows.map((r) => r.id), today(), storeId ?? null],
  );
  for (const row of rows) row.sales30d = found.find((f) => f.id === row.id)?.units ?? 0;
}

/** Price of the newest approved order in this currency, tax-exclusive. */
async function showLastPrice({ sql, tenantId }: RuleContext, rows: SkuSku[], currency = "CNY") {
  const found = await sql.query<{ id: string; price: string }>(
    `select distinct on (l.sku_id) l.sku_id as id, l.price::text as price
     from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
     where l.sku_id = any($1::bigint[]) and l.price > 0 and o.currency = $2 and o.tenant_id = $3
       and l.del_flag = 0 and o.del_flag = 0
       and o.status in ('approved', 'executing', 'completed', 'closed')
     order by l.sku_id, o.approve_time desc nulls last, l.id desc`,
    [rows.map((r) => r.id), currency, tenantId],
  );
  for (const row of rows) row.lastPrice = found.find((f) => f.id === row.id)?.price ?? null;
}

/** What a line learns of the SKU that it names (supply.md 0.1). */
async function showFacts(c: RuleContext, rows: SkuSku[], around: Around | null) {
  for (const row of rows) row.specText = row.attrList?.length ? row.attrList.join(" ") : row.spec;
  if (!around) return;
  if (around.warehouseId) await showWarehouse(c, rows, around.warehouseId);
  await showSales(c, rows, around.storeId);
  await showLastPrice(c, rows, around.currency);
}

/** What remains editable after approval (supply.md 1); prices are set by hand or by an inquiry. */
const OPEN: ReadonlySet<string> = new Set(["attrs", ...sku.openFields.approved.fields]);
const FILLED_IN: ReadonlySet<string> = new Set(ASKED);

const NEEDED = { grossWeightG: "毛重", declareNameCn: "申报品名" } as const;
const SIZES = ["pkgLengthCm", "pkgWidthCm", "pkgHeightCm"] as const;

const submit = transition(sku, "submit", {
  lock: async (c, row) => ({ kinds: await kindsOf(c, row.combo) }),
  guard({ row, kinds }) {
    for (const name of ["grossWeightG", "declareNameCn"] as const)
      if (!row[name]) throw invalidAt(name, `请完善${NEEDED[name]}`);
    const size = SIZES.find((n) => !row[n]);
    if (size) throw invalidAt(size, "请完善单品包装尺寸");
    if (row.skuType === "combo" && !row.combo.length) throw invalidAt("combo", "组合SKU至少要有一行组合成分");
    requireCombo(row, kinds, row.id);
  },
});

const setBuyer = transition(sku, "setBuyer", {
  async effect({ sql }, { row }, { buyerId }) {
    await patch({ sql }, sku, row.id, { buyerId });
  },
});

const setSale = transition(sku, "setSale", {
  check: ({ row }, { saleStatus }) => row.status === "stopped" && saleStatus === "onSale" && "SKU已停用，不能设为在售",
  async effect({ sql }, { row }, { saleStatus }) {
    await patch({ sql }, sku, row.id, { saleStatus });
  },
});

const del = transition(sku, "del", {
  lock: async (c, row) => ({ named: await skuIsNamed(c, row.id) }),
  guard: ({ named }) => named && "SKU已被单据引用，不能删除",
  async effect(c, { row }) {
    await recount(c, [row.spuId]);
  },
});

interface SkuSave {
  next: DraftOf<typeof sku>;
  before?: RowOf<typeof sku> | undefined;
}

async function requireSaves(c: RuleContext, saves: readonly SkuSave[]): Promise<void> {
  for (const { next, before } of saves) {
    if ((next.skuType ?? before?.skuType) === "easy") throw conflict("简易SKU请在简易SKU页面维护");
    if (before?.status === "approved" && !c.founding) {
      const old: Record<string, unknown> = before;
      const closed = changedOf(before, next).filter((n) => !OPEN.has(n) || (FILLED_IN.has(n) && !!old[n]));
      const message = "该字段需走特殊编辑";
      if (closed.length) throw invalid(message, Object.fromEntries(closed.map((n) => [n, message])));
    }
  }
  await checkSkus(c, saves);
  for (const { next, before } of saves) if (!before) next.saleStatus = "developing";
}

async function recountMoved(c: RuleContext, saves: readonly SkuSave[]): Promise<void> {
  const moved = saves.filter(({ next, before }) => !before || next.spuId !== undefined);
  const spus = moved.flatMap(({ next, before }) => [next.spuId, before?.spuId]);
  if (spus.length) await recount(c, spus);
}

/** SKU (supply.md 1). */
export const skuRules = rules(sku, {
  async enrich(c, rows) {
    showAttrs(rows);
    await showStock(c, rows);
  },
  async enrichOne(c, row) {
    Object.assign(row, await skuFigures(c, row.id));
  },
  facts: showFacts,
  // What submit asks for.
  expressions: lackExpressions("t.status = 'approved' and t.sku_type <> 'easy'", {
    毛重: "t.gross_weight_g is null",
    申报中文品名: "coalesce(t.declare_name_cn, '') = ''",
    单品包装尺寸: "t.pkg_length_cm is null or t.pkg_width_cm is null or t.pkg_height_cm is null",
    组合成分: `t.sku_type = 'combo' and not exists (
      select 1 from sku_combo_item i where i.sku_id = t.id and i.del_flag = 0)`,
  }),
  filters: {
    categoryId: (v) => ({ sql: "t.spu_id in (select id from spu where category_id = any(?))", values: [v.split(",")] }),
    supplierId: (v) => {
      const { sql, values } = namedRefs("supplier", v);
      return {
        sql: `t.id in (select sku_id from sku_supplier_price where supplier_id in ${sql} and del_flag = 0)`,
        values,
      };
    },
    listingKeyword: (v) => ({
      sql: "t.id in (select sku_id from sku_listing where (upper(fnsku) = upper(?) or upper(msku) = upper(?)) and del_flag = 0)",
      values: [v, v],
    }),
  },
  async prefill({ sql }, from) {
    const [spuId] = from.spuId ?? [];
    if (!spuId) return {};
    const row = await pickAs({ sql }, spu, spuId, {
      spuId: "id",
      spuName: "spuCode",
      name: "name",
      nameEn: "nameEn",
      unit: "unit",
      buyerId: "buyerId",
      qcStandard: "qcStandard",
    });
    return row ?? {};
  },
  beforeSave: (c, next, before) => requireSaves(c, [{ next, before }]),
  beforeSaveMany: requireSaves,
  afterSave: (c, _id, next, before) => recountMoved(c, [{ next, before }]),
  afterSaveMany: recountMoved,
  transitions: [submit, transition(sku, "stop", stopping), setBuyer, setSale, del],
});
