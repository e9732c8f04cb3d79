import { documentNamed } from "#documents";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import { namedRefs } from "../../../documents/reading/named-refs";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { difference } from "../../../documents/writing/difference";
import { conflict, invalid } from "../../../http/refusal";
import { skuIsNamed, skuOnOpenOrder } from "../../in-use";
import { refreshSpu } from "../spu/spu";
import { hasStock, showStock } from "../stock/sku";
import { tellStopped } from "../stop/notice";
import {
  attrsOf,
  attrTexts,
  requireAttrs,
  requireCombo,
  requireListings,
  requirePrices,
} from "./guards";

/** What remains editable after approval (supply.md 1); prices are set by hand or by an inquiry. */
const isOpen = (name: string) => !!documentNamed("sku").openFields?.approved?.fields.includes(name);

const NEEDED = { grossWeightG: "毛重", declareNameCn: "申报品名" };
const SIZES = ["pkgLengthCm", "pkgWidthCm", "pkgHeightCm"];

/** @throws Refusal 409 SKU {code} 仍有库存或在途，不能停用 */
export async function requireIdle(c: RuleContext, row: Row) {
  if ((await hasStock(c, row.id)) || (await skuOnOpenOrder(c, row.id)))
    throw conflict(`SKU ${row.skuCode} 仍有库存或在途，不能停用`);
}

/** 停用 of one SKU. @throws Refusal 409 as `requireIdle` */
export async function stopSku(c: RuleContext, row: Row) {
  await requireIdle(c, row);
  await tellStopped(c, [row.id]);
}

/** Texts of the attributes: what forms and lists show. */
export async function enrichAttrs(_c: RuleContext, rows: Row[]) {
  for (const row of rows) row.attrList = attrTexts(row.attrs);
}

function requireMeasures(sku: Values) {
  const gross = sku.grossWeightG;
  if (gross && sku.netWeightG && Number(gross) < Number(sku.netWeightG))
    throw invalid("毛重不能小于净重", { grossWeightG: "毛重不能小于净重" });
}

/** Guards that every save of a SKU passes, by its own form or by the administrator's. */
export async function checkSku(c: RuleContext, next: Values, before?: Row) {
  const whole: Values = { ...before, ...next };
  if (whole.skuType === "normal" && !whole.spuId)
    throw invalid("请选择SPU", { spuId: "请选择SPU" });
  requireMeasures(whole);
  if (next.attrList !== undefined && next.attrList !== null) {
    next.attrs = attrsOf(next.attrList as string[]);
    whole.attrs = next.attrs;
  }
  const moved = !before || next.spuId !== before.spuId || next.attrs !== undefined;
  if (whole.skuType === "normal" && moved) await requireAttrs(c, whole, before?.id);
  await requirePrices(c, next.prices as Values[] | undefined, (before?.prices ?? []) as Row[]);
  await requireListings(c, next.listings as Values[] | undefined, before?.id);
  await requireCombo(c, whole, before?.id);
}

/** Fields that a save changes, lines and attributes included. */
export const changedOf = (before: Row, next: Values): string[] =>
  Object.keys(
    difference(
      documentNamed("sku"),
      { ...before, ...bareLines(before) },
      { ...next, ...bareLines(next) },
    ),
  );

/** Lines by what people type, so that a save without changes counts as none. */
function bareLines(row: Values): Values {
  const found: Values = {};
  for (const [name, l] of Object.entries(documentNamed("sku").lines ?? {})) {
    const rows = row[name] as Values[] | undefined;
    const own = Object.entries(l.fields).filter(([, f]) => !f.computed);
    if (rows)
      found[name] = rows.map((r) =>
        own.map(([n, f]) =>
          f.kind === "decimal" || f.kind === "percent" ? Number(r[n]) : (r[n] ?? null),
        ),
      );
  }
  return found;
}

/** SKU (supply.md 1). */
export const skuRules: LegacyRules = {
  async enrich(c, rows) {
    await enrichAttrs(c, rows);
    await showStock(c, rows);
  },
  filters: {
    categoryId: (v) => ({
      sql: "t.spu_id in (select id from spu where category_id = any(?))",
      values: [v.split(",")],
    }),
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
  async prefill({ sql, tenantId }, from) {
    if (!/^\d{1,18}$/.test(from.spuId ?? "")) return {};
    const row = await sql.one<Values>(
      `select id as "spuId", spu_code as "spuName", name, name_en as "nameEn", unit,
         buyer_id as "buyerId", qc_standard as "qcStandard"
       from spu where id = $1 and tenant_id = $2 and del_flag = 0`,
      [from.spuId, tenantId],
    );
    return row ?? {};
  },
  async beforeSave(c, next, before) {
    const type = next.skuType ?? before?.skuType;
    if (type === "easy") throw conflict("简易SKU请在简易SKU页面维护");
    if (before?.status === "approved") {
      const closed = changedOf(before, next).filter((n) => n !== "attrs" && !isOpen(n));
      if (closed.length) {
        const message = "该字段需走特殊编辑";
        throw invalid(message, Object.fromEntries(closed.map((n) => [n, message])));
      }
    }
    await checkSku(c, next, before);
    if (!before) next.saleStatus = "developing";
  },
  async afterSave(c, _id, next, before) {
    for (const id of new Set([next.spuId, before?.spuId].filter(Boolean))) await refreshSpu(c, id);
  },
  async beforeDelete(c, row) {
    if (await skuIsNamed(c, row.id)) throw conflict("SKU已被单据引用，不能删除");
    await c.sql.query("update spu set sku_count = greatest(sku_count - 1, 0) where id = $1", [
      row.spuId,
    ]);
  },
  async onSubmit(c, row) {
    for (const [name, label] of Object.entries(NEEDED))
      if (!row[name]) throw invalid(`请完善${label}`, { [name]: `请完善${label}` });
    const size = SIZES.find((n) => !row[n]);
    if (size) throw invalid("请完善单品包装尺寸", { [size]: "请完善单品包装尺寸" });
    await requireCombo(c, row, row.id, true);
  },
  actions: {
    stop: stopSku,
    async setBuyer({ sql }, row, input) {
      await sql.query("update sku set buyer_id = $2 where id = $1", [row.id, input.buyerId]);
    },
    async setSale({ sql }, row, input) {
      if (row.status === "stopped" && input.saleStatus === "onSale")
        throw conflict("SKU已停用，不能设为在售");
      await sql.query("update sku set sale_status = $2 where id = $1", [row.id, input.saleStatus]);
    },
  },
};
