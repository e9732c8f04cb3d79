import dayjs from "dayjs";
import type { Sql } from "#backend/platform/db";
import { insertRows } from "#backend/platform/tenancy/insert";
import type { Chance } from "../random";
import { ean } from "./ean";

export interface SpuSeed {
  id: number;
  code: string;
  name: string;
  productId: number;
  category: string;
  brand: string;
  attr: string;
  values: string[];
  supplierId: string | null;
  secondId: string | null;
  buyerId: string | null;
  createBy: string | null;
  createTime: string;
  deptId: string | null;
  price: number;
  stopped: boolean;
}

const stamp = { tenant_id: 1, version: 0, del_flag: 0 };
// market.md 13: probability of a listing per site, in the order of the sites
const LISTED = [0.85, 0.25, 0.1, 0.3, 0.3, 0.18, 0.15, 0.12, 0.06, 0.15, 0.1, 0.04];
const EASY: [code: string, name: string, type: string, price: string][] = [
  ["E-BOX-S", "小号纸箱", "packing", "1.2000"],
  ["E-BOX-M", "中号纸箱", "packing", "2.1000"],
  ["E-BOX-L", "大号纸箱", "packing", "3.6000"],
  ["E-BAG-OPP", "OPP自封袋", "packing", "0.0800"],
  ["E-FOAM", "气泡膜", "packing", "18.0000"],
  ["E-TAPE", "封箱胶带", "consumable", "3.5000"],
  ["E-LABEL-FNSKU", "FNSKU标签纸", "consumable", "12.0000"],
  ["E-LABEL-BOX", "箱唛标签纸", "consumable", "15.0000"],
  ["E-CARD", "售后服务卡", "gift", "0.0600"],
  ["E-MANUAL", "说明书", "accessory", "0.3500"],
  ["E-CABLE", "数据线", "accessory", "4.2000"],
  ["E-STICKER", "品牌贴纸", "gift", "0.1500"],
];

function skuRows(chance: Chance, spus: SpuSeed[]) {
  return spus.flatMap((s) =>
    s.values.map((value, v) => {
      const code = `${s.code}-${String(v + 1).padStart(2, "0")}`;
      const cost = s.price * 7.15 * (0.22 + 0.08 * chance.u(`cost:${code}`));
      const draft = !s.stopped && chance.u(`draft:${code}`) < 0.04;
      const status = s.stopped ? "stopped" : draft ? "draft" : "approved";
      const size = (key: string, from: number, span: number) => (from + span * chance.u(`${key}:${code}`)).toFixed(1);
      const gross = 120 + chance.below(1500, `weight:${code}`);
      const length = Number(size("l", 12, 25));
      const width = Number(size("w", 8, 15));
      const height = Number(size("h", 4, 12));
      const pcs = [12, 20, 24, 40][chance.below(4, `pcs:${code}`)] ?? 20;
      return {
        ...stamp,
        sku_code: code,
        sku_type: "normal",
        spu_id: s.id,
        name: `${s.name} ${value}`,
        name_en: `Demo style ${code}`,
        attrs: { [s.attr]: value },
        unit: "pcs",
        sale_status: s.stopped ? "stopped" : draft ? "developing" : "onSale",
        is_customized: false,
        seal_required: chance.u(`seal:${code}`) < 0.2,
        inspect_exempt: chance.u(`exempt:${code}`) < 0.1,
        buyer_id: s.buyerId,
        length_cm: length,
        width_cm: width,
        height_cm: height,
        pkg_length_cm: length + 1,
        pkg_width_cm: width + 1,
        pkg_height_cm: height + 1,
        carton_length_cm: 50,
        carton_width_cm: 40,
        carton_height_cm: 40,
        net_weight_g: gross - 40,
        gross_weight_g: gross,
        carton_weight_kg: ((gross * pcs) / 1000 + 0.8).toFixed(2),
        pcs_per_carton: pcs,
        hs_code: `${3924 + chance.below(60, `hs:${s.id}`)}900000`,
        declare_name_cn: s.name.slice(0, 20),
        declare_name_en: `Demo goods ${s.category}`,
        declare_elements: "用途：家用；材质：见实物",
        declare_unit: "个",
        origin_country: "CN",
        declare_price: (cost / 7.15).toFixed(2),
        export_refund_rate: 13,
        purchase_price: cost.toFixed(4),
        lead_days: 10 + chance.below(20, `skulead:${code}`),
        moq: [50, 100, 200][chance.below(3, `moq:${code}`)],
        images: [],
        qc_images: [],
        attachments: [],
        good_qty: 0,
        available_qty: 0,
        in_transit_qty: 0,
        on_order_qty: 0,
        is_free: false,
        status,
        dept_id: s.deptId,
        create_by: s.createBy,
        create_time: s.createTime,
        approve_time: draft ? null : s.createTime,
      };
    }),
  );
}

/** Two steps of the preferred supplier, one of another. */
async function insertPrices(sql: Sql) {
  await sql.query(
    `insert into sku_supplier_price (sku_id, line_no, supplier_id, currency, tax_rate, tax_included,
       min_qty, price, lead_days, valid_from, is_default, create_time)
     select k.id, x.n, x.supplier, 'CNY', 13, false, x.qty, round(k.purchase_price * x.factor, 4),
       k.lead_days, k.create_time::date, x.n = 1, k.create_time
     from sku k join spu s on s.id = k.spu_id,
       lateral (values
         (1, s.default_supplier_id, 1, 1.00),
         (2, s.default_supplier_id, 500, 0.96)) as x(n, supplier, qty, factor)
     where k.sku_type = 'normal' and x.supplier is not null`,
  );
  await sql.query(
    `insert into sku_supplier_price (sku_id, line_no, supplier_id, currency, tax_rate, tax_included,
       min_qty, price, lead_days, valid_from, is_default, create_time)
     select k.id, 3, o.id, 'CNY', 13, false, 1, round(k.purchase_price * 1.04, 4), k.lead_days + 3,
       k.create_time::date, false, k.create_time
     from sku k join spu s on s.id = k.spu_id
       join lateral (select id from supplier where status = 'approved' and supplier_type = 'goods'
         and id <> s.default_supplier_id
         order by (id + k.id) % 29, id limit 1) o on true
     where k.sku_type = 'normal' and k.id % 2 = 0`,
  );
}

/** MSKUs at each site: a group sells there in one store, mostly the first. */
async function insertListings(sql: Sql, chance: Chance, rows: { id: number; sku_code: string }[]) {
  const sites = await sql.query<{ ids: string[]; site: string; site_id: string }>(
    `select array_agg(s.id::text order by s.id) as ids, i.site_code as site, s.site_id
     from store s join site i on i.id = s.site_id group by i.site_code, s.site_id order by s.site_id`,
  );
  const groups = await sql.query<{ id: string }>("select id from ops_group order by id");
  const found = rows.flatMap((k) => {
    const group = groups[chance.below(groups.length, `group:${k.sku_code}`)]?.id;
    return sites
      .filter((_, i) => chance.u(`listed:${k.sku_code}:${i}`) < (LISTED[i] ?? 0))
      .map((s, i) => {
        const second = chance.u(`store:${group}:${s.site}`) < 0.35;
        const key = `${k.sku_code}:${s.site}`;
        const afn = chance.u(`afn:${key}`) < 0.85;
        const serial = String(k.id * 20 + Number(s.site_id)).padStart(8, "0");
        return {
          ...stamp,
          create_time: new Date().toISOString(),
          sku_id: k.id,
          line_no: i + 1,
          store_id: s.ids[second ? 1 : 0] ?? s.ids[0],
          site: s.site,
          msku: `${k.sku_code}-${s.site}`,
          group_id: group,
          fulfillment_channel: afn ? "AFN" : "MFN",
          fnsku: afn ? `X0${serial}` : null,
          asin: `B0${serial}`,
          listing_status: chance.u(`active:${key}`) < 0.93 ? "active" : "inactive",
        };
      });
  });
  await insertRows(sql, "sku_listing", found);
  return found.length;
}

/** Packaging and gifts, and a few combinations of approved SKUs. */
async function insertOthers(sql: Sql, spus: SpuSeed[], firstId: number) {
  const [maker] = spus;
  const common = {
    ...stamp,
    images: [],
    unit: "pcs",
    create_by: maker?.createBy,
    create_time: maker?.createTime,
    dept_id: maker?.deptId,
    status: "approved",
  };
  await insertRows(
    sql,
    "sku",
    EASY.map(([sku_code, name, easy_type, purchase_price], i) => ({
      ...common,
      id: firstId + i,
      sku_code,
      sku_type: "easy",
      name,
      easy_type,
      purchase_price,
      safety_qty: 100,
    })),
  );
  const children = await sql.query<{ id: string; name: string }>(
    "select id, name from sku where sku_type = 'normal' and status = 'approved' order by id limit 12",
  );
  const sets = Array.from({ length: 6 }, (_, i) => ({
    ...common,
    id: firstId + EASY.length + i,
    sku_code: `SET-${String(i + 1).padStart(3, "0")}`,
    sku_type: "combo",
    unit: "set",
    name: `组合套装${i + 1}`,
    sale_status: "onSale",
  }));
  await insertRows(sql, "sku", sets);
  await insertRows(
    sql,
    "sku_combo_item",
    sets.flatMap((s, i) =>
      [0, 1].map((n) => ({
        ...stamp,
        create_time: new Date().toISOString(),
        sku_id: s.id,
        line_no: n + 1,
        child_sku_id: children[i * 2 + n]?.id,
        qty: n + 1,
      })),
    ),
  );
  return EASY.length + sets.length;
}

/** Sealed samples of SKUs that need them, from the preferred supplier. */
async function insertSamples(sql: Sql, today: string) {
  const rows = await sql.query<{ id: string; supplier: string; by: string; dept: string }>(
    `select k.id, p.supplier_id as supplier, k.create_by as by, k.dept_id as dept
     from sku k join sku_supplier_price p on p.sku_id = k.id and p.is_default
     where k.seal_required and k.status = 'approved' order by k.id limit 30`,
  );
  const samples = rows.map((r, i) => {
    const sealed = dayjs(today).subtract(345 - i * 14 > 0 ? 345 - i * 14 : 5, "day");
    const draft = i % 10 === 9;
    return {
      ...stamp,
      id: i + 1,
      no: `FY${sealed.format("YYMMDD")}${String(i + 1).padStart(4, "0")}`,
      sku_id: r.id,
      supplier_id: r.supplier,
      sample_version: 1,
      sample_type: "first",
      seal_date: sealed.format("YYYY-MM-DD"),
      valid_until: sealed.add(365, "day").format("YYYY-MM-DD"),
      // Told of long ago: a fresh database begins without a heap of reminders.
      reminded_for: sealed.add(365, "day").format("YYYY-MM-DD"),
      qty: 3,
      keep_purchase: 1,
      keep_qc: 1,
      keep_supplier: 1,
      seal_no: `SEAL-${String(i + 1).padStart(5, "0")}`,
      location: `样品柜${(i % 6) + 1}`,
      photos: [],
      attachments: [],
      status: draft ? "draft" : "effective",
      dept_id: r.dept,
      create_by: r.by,
      create_time: `${sealed.format("YYYY-MM-DD")} 14:00:00+08`,
    };
  });
  await insertRows(sql, "seal_sample", samples);
  await insertRows(
    sql,
    "seal_sample_check",
    samples.flatMap((s) =>
      [
        ["外观", "无划痕、无色差", "—", "与样板一致"],
        ["长度", "见图纸", "±1mm", "合格范围内"],
      ].map(([item, standard, tolerance, measured], n) => ({
        ...stamp,
        create_time: s.create_time,
        seal_sample_id: s.id,
        line_no: n + 1,
        item,
        standard,
        tolerance,
        measured,
        result: "ok",
      })),
    ),
  );
  return samples.length;
}

/** SKUs with prices, platform mappings, easy SKUs, combinations and sealed samples. */
export async function insertSkus(sql: Sql, chance: Chance, today: string, spus: SpuSeed[]) {
  const rows = skuRows(chance, spus).map((r, i) => ({ id: i + 1, barcode: ean(i + 1), ...r }));
  await insertRows(sql, "sku", rows);
  await insertPrices(sql);
  const more = await insertListings(sql, chance, rows);
  const all = rows.length + more + (await insertOthers(sql, spus, rows.length + 1));
  return all + (await insertSamples(sql, today));
}
