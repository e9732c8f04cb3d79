import dayjs from "dayjs";
import type { Sql } from "#backend/platform/db";
import { insertRows } from "#backend/platform/tenancy/insert";
import { type Chance, turn } from "../random";
import { insertSkus, type SpuSeed } from "./skus";
import { deptOf, usersOf } from "./suppliers";

const PRODUCTS = 60;
const SPUS = 160;
/** Products 1 to this one are approved and have SPUs. */
const LIVE = 48;
const MODELS = ["轻巧款", "经典款", "升级款", "旅行款", "家用款", "专业款"];
const SPECS: [name: string, values: string[]][] = [
  ["颜色", ["黑色", "白色", "灰色"]],
  ["颜色", ["蓝色", "粉色", "绿色"]],
  ["尺寸", ["小号", "中号", "大号"]],
  ["规格", ["单只装", "两只装", "四只装"]],
];

interface Category {
  value: string;
  label: string;
}

const leaves = (sql: Sql) =>
  sql.query<Category>(
    `select value, label from sys_dict_item i
     where dict_type = 'product_category' and del_flag = 0 and parent_value is not null
       and value not like 'PK%'
       and not exists (select 1 from sys_dict_item c
         where c.dict_type = i.dict_type and c.parent_value = i.value and c.del_flag = 0)
     order by sort_order, id`,
  );

const stateOf = (n: number) =>
  n <= LIVE ? "approved" : (["draft", "draft", "rejected", "suspended", "terminated"][n % 5] ?? "draft");

const stamp = { tenant_id: 1, version: 0, del_flag: 0 };

/** US dollar price of a style (market.md 13). */
const priceOf = (chance: Chance, n: number) => Math.floor(9.99 + 75 * chance.u(`price:${n}`) ** 2) + 0.99;

async function insertProjects(sql: Sql, chance: Chance, today: string, categories: Category[]) {
  const people = await usersOf(sql, "PRODUCT");
  const dept = await deptOf(sql, people[0]);
  const rows = Array.from({ length: PRODUCTS }, (_, i) => {
    const n = i + 1;
    const category = turn(categories, i);
    const day = dayjs(today).subtract(760 - i * 11, "day");
    const status = stateOf(n);
    const price = priceOf(chance, n);
    const done = !["draft", "rejected"].includes(status);
    return {
      ...stamp,
      id: n,
      no: `CP${day.format("YYMMDD")}${String(n).padStart(4, "0")}`,
      name_cn: `${category.label}${MODELS[i % MODELS.length]}`,
      name_en: `Demo product ${category.value} ${n}`,
      category_id: category.value,
      brand_id: chance.pick(["demo-a", "demo-b", "demo-c"], `brand:${n}`),
      level: chance.pick(["S", "A", "B", "B", "C", "C", "C"], `plevel:${n}`),
      developer_id: people[i % people.length],
      manager_id: people[0],
      sites: n % 3 === 0 ? [1, 4, 5] : [1, 5],
      source_type: chance.pick(["selfDev", "odm", "follow"], `source:${n}`),
      target_cost: (price * 7.15 * (0.22 + 0.08 * chance.u(`pcost:${n}`))).toFixed(2),
      target_price: price.toFixed(2),
      ip_check: done ? "pass" : "none",
      competitor_urls: `https://www.example.com/item/${n}`,
      spu_count: 0,
      target_margin_rate: 0,
      status,
      images: [],
      dept_id: dept,
      create_by: people[i % people.length],
      create_time: `${day.format("YYYY-MM-DD")} 10:00:00+08`,
      submit_time: status === "draft" ? null : `${day.format("YYYY-MM-DD")} 15:00:00+08`,
      approve_time: done ? `${day.add(1, "day").format("YYYY-MM-DD")} 10:00:00+08` : null,
    };
  });
  await insertRows(sql, "product", rows);
  await sql.query(
    `update product p set target_margin_rate =
       round((target_price * r.rate - target_cost) / (target_price * r.rate) * 100, 2)
     from (select p.id, (select coalesce(my_rate, official_rate) from exchange_rate e
             where e.currency = 'USD' and e.effective_date <= p.create_time::date
             order by effective_date desc limit 1) as rate from product p) r
     where r.id = p.id and r.rate is not null`,
  );
  return rows;
}

/** Products, SPUs and SKUs (market.md 13). Answers the number of rows. */
export async function insertProducts(sql: Sql, chance: Chance, today: string): Promise<number> {
  const categories = await leaves(sql);
  const projects = await insertProjects(sql, chance, today, categories);
  const buyers = await usersOf(sql, "BUYER");
  const suppliers = await sql.query<{ id: string }>(
    "select id from supplier where status = 'approved' and supplier_type = 'goods' order by id",
  );
  const counters = new Map<string, number>();
  const spus: SpuSeed[] = Array.from({ length: SPUS }, (_, i) => {
    const n = i + 1;
    const project = turn(projects.slice(0, LIVE), i);
    const serial = (counters.get(project.category_id) ?? 0) + 1;
    counters.set(project.category_id, serial);
    const [attr, values] = SPECS[chance.below(SPECS.length, `spec:${n}`)] ?? ["颜色", ["黑色"]];
    return {
      id: n,
      code: `${project.category_id}${String(serial).padStart(4, "0")}`,
      name: `${project.name_cn} ${MODELS[(i + 2) % MODELS.length]}${serial}`,
      productId: project.id,
      category: project.category_id,
      brand: project.brand_id,
      attr,
      values: values.slice(0, n % 2 === 0 ? 3 : 2),
      supplierId: suppliers[chance.below(suppliers.length, `supplier:${n}`)]?.id ?? null,
      secondId: suppliers[chance.below(suppliers.length, `second:${n}`)]?.id ?? null,
      buyerId: buyers[i % buyers.length] ?? null,
      createBy: project.create_by ?? null,
      createTime: project.create_time,
      deptId: project.dept_id,
      price: priceOf(chance, n),
      stopped: n % 40 === 0,
    };
  });
  await insertRows(
    sql,
    "spu",
    spus.map((s) => ({
      ...stamp,
      id: s.id,
      spu_code: s.code,
      product_id: s.productId,
      name: s.name,
      name_en: `Demo style ${s.code}`,
      model_code: s.code,
      category_id: s.category,
      brand_id: s.brand,
      unit: "pcs",
      default_supplier_id: s.supplierId,
      buyer_id: s.buyerId,
      special_attrs: [
        ...(chance.u(`battery:${s.id}`) < 0.18 ? ["battery"] : []),
        ...(chance.u(`liquid:${s.id}`) < 0.05 ? ["liquid"] : []),
        ...(chance.u(`magnetic:${s.id}`) < 0.06 ? ["magnetic"] : []),
        ...(chance.u(`fragile:${s.id}`) < 0.09 ? ["fragile"] : []),
      ],
      images: [],
      sku_count: s.values.length,
      on_hand_qty: 0,
      status: s.stopped ? "disabled" : "enabled",
      dept_id: s.deptId,
      create_by: s.createBy,
      create_time: s.createTime,
    })),
  );
  await insertRows(
    sql,
    "spu_spec",
    spus.map((s) => ({
      ...stamp,
      create_time: s.createTime,
      spu_id: s.id,
      line_no: 1,
      attr_name: s.attr,
      attr_values: s.values,
      sort: 0,
    })),
  );
  await sql.query(
    "update product p set spu_count = (select count(*) from spu where product_id = p.id and del_flag = 0)",
  );
  return projects.length + spus.length + (await insertSkus(sql, chance, today, spus));
}
