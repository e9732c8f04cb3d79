import { type RuleContext, rules, transition } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { warehouse } from "#documents/base/warehouse";
import type { DraftOf, RowOf } from "#documents/kit";

type WarehouseRow = RowOf<typeof warehouse>;
type WarehouseDraft = DraftOf<typeof warehouse>;

/** What a warehouse of its kind needs; who changes another part of an older one need not fill it in. */
function requireFields(whole: WarehouseDraft, before: WarehouseRow | undefined, founding = false) {
  const { kind } = whole;
  const need = (name: "address" | "storeId" | "providerId", message: string) => {
    if (!whole[name] && (!before || before[name] || before.kind !== kind)) throw invalidAt(name, message);
  };
  if (kind !== "fba" && !founding) need("address", "请输入地址");
  if (kind === "fba") need("storeId", "请选择店铺");
  if (kind === "thirdParty") need("providerId", "请选择服务商");
}

/** @throws Refusal 400 when another warehouse serves the store */
async function requireStore({ sql, tenantId }: RuleContext, storeId: string, id?: string) {
  await sql.query(`select 1 from store where id = $1 ${keep(sql, "store")}`, [storeId]);
  const taken = await sql.one(
    `select 1 from warehouse where store_id = $1 and tenant_id = $2 and del_flag = 0
       and id <> coalesce($3::bigint, 0)`,
    [storeId, tenantId, id],
  );
  if (taken) throw invalidAt("storeId", "该店铺已有FBA仓");
}

const stockOf = ({ sql }: RuleContext, ids: readonly string[]) =>
  sql.query<{ id: string; onHandQty: number; stockValue: string; transit: number }>(
    `select warehouse_id as id, sum(on_hand_qty)::int as "onHandQty",
       sum(stock_value)::text as "stockValue", sum(transit_qty)::int as transit
     from stock where warehouse_id = any($1::bigint[]) group by 1`,
    [ids],
  );

/** @throws Refusal 409 for another kind after the first move, for disabling with stock or transit */
async function requireChange(c: RuleContext, whole: WarehouseDraft, before: WarehouseRow) {
  if (whole.kind !== before.kind) {
    const moved = await c.sql.one("select 1 from stock_move where warehouse_id = $1 limit 1", [before.id]);
    if (moved) throw conflict("仓库已有库存流水，不能修改类型");
  }
  if (before.enabled && whole.enabled === false) {
    const [own] = await stockOf(c, [before.id]);
    if (own && own.onHandQty + own.transit > 0) throw conflict("仓库仍有库存，不能停用");
  }
}

const del = transition(warehouse, "del", {
  lock: async ({ sql }, { id }) => ({
    moved: await sql.one("select 1 from stock where warehouse_id = $1 limit 1", [id]),
  }),
  guard: ({ moved }) => moved && "仓库已有库存流水，不能删除",
});

/** 仓库 (supply.md 4). */
export const warehouseRules = rules(warehouse, {
  async enrich(c, rows) {
    const stock = await stockOf(
      c,
      rows.map((r) => r.id),
    );
    const seesCost = c.caller.permissions.has("stock_cost_view");
    for (const row of rows) {
      const own = stock.find((s) => s.id === row.id);
      row.onHandQty = own?.onHandQty ?? 0;
      if (seesCost) row.stockValue = own?.stockValue ?? "0.00";
    }
  },
  async beforeSave(c, next, before) {
    const whole: WarehouseDraft = { ...before, ...next };
    if (before) await requireChange(c, whole, before);
    requireFields(whole, before, c.founding);
    if (next.storeId) await requireStore(c, next.storeId, before?.id);
  },
  transitions: [del],
});
