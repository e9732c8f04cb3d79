import { sku } from "#documents/product/sku";
import { namedRefs } from "../../../documents/reading/named-refs";
import { rules, transition } from "../../../documents/written";
import { conflict, invalid } from "../../../http/refusal";
import { skuIsNamed } from "../../in-use";
import { at } from "../at";
import { recount } from "../spu/skus";
import { showStock, skuFigures } from "../stock/sku";
import { stopping } from "../stop/stop";
import { showAttrs } from "./attrs";
import { changedOf, checkSku } from "./check";
import { kindsOf, requireCombo } from "./combo";
import { showFacts } from "./facts";

/** What remains editable after approval (supply.md 1); prices are set by hand or by an inquiry. */
const OPEN: ReadonlySet<string> = new Set(["attrs", ...sku.openFields.approved.fields]);

const NEEDED = { grossWeightG: "毛重", declareNameCn: "申报品名" } as const;
const SIZES = ["pkgLengthCm", "pkgWidthCm", "pkgHeightCm"] as const;

const submit = transition(sku, "submit", {
  lock: async (c, row) => ({ kinds: await kindsOf(c, row.combo) }),
  guard({ row, kinds }) {
    for (const name of ["grossWeightG", "declareNameCn"] as const)
      if (!row[name]) throw at(name, `请完善${NEEDED[name]}`);
    const size = SIZES.find((n) => !row[n]);
    if (size) throw at(size, "请完善单品包装尺寸");
    if (row.skuType === "combo" && !row.combo.length)
      throw at("combo", "组合SKU至少要有一行组合成分");
    requireCombo(row, kinds, row.id);
  },
});

const setBuyer = transition(sku, "setBuyer", {
  async effect({ sql }, { row }, { buyerId }) {
    await sql.query("update sku set buyer_id = $2 where id = $1", [row.id, buyerId]);
  },
});

const setSale = transition(sku, "setSale", {
  check: ({ row }, { saleStatus }) =>
    row.status === "stopped" && saleStatus === "onSale" && "SKU已停用，不能设为在售",
  async effect({ sql }, { row }, { saleStatus }) {
    await sql.query("update sku set sale_status = $2 where id = $1", [row.id, saleStatus]);
  },
});

const del = transition(sku, "del", {
  lock: async (c, row) => ({ named: await skuIsNamed(c, row.id) }),
  guard: ({ named }) => named && "SKU已被单据引用，不能删除",
  async effect(c, { row }) {
    await recount(c, [row.spuId]);
  },
});

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
  async prefill({ sql }, from) {
    const [spuId] = from.spuId ?? [];
    if (!spuId) return {};
    const row = await sql.one(
      `select id as "spuId", spu_code as "spuName", name, name_en as "nameEn", unit,
         buyer_id as "buyerId", qc_standard as "qcStandard"
       from spu where id = $1`,
      [spuId],
    );
    return row ?? {};
  },
  async beforeSave(c, next, before) {
    if ((next.skuType ?? before?.skuType) === "easy") throw conflict("简易SKU请在简易SKU页面维护");
    if (before?.status === "approved") {
      const closed = changedOf(before, next).filter((n) => !OPEN.has(n));
      const message = "该字段需走特殊编辑";
      if (closed.length)
        throw invalid(message, Object.fromEntries(closed.map((n) => [n, message])));
    }
    await checkSku(c, next, before);
    if (!before) next.saleStatus = "developing";
  },
  async afterSave(c, _id, next, before) {
    await recount(c, [next.spuId, before?.spuId]);
  },
  transitions: [submit, transition(sku, "stop", stopping), setBuyer, setSale, del],
});
