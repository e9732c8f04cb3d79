import type { RuleContext } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { product } from "#documents/product/product";
import { sku } from "#documents/product/sku";
import { spu } from "#documents/product/spu";
import { act, approveAll, asSystem, draft, personAt } from "../acting";
import { idOf } from "./buy";

/** Code of the SKU, its colour or plug, category, Chinese and English name, cost in CNY, price in USD, level, stores. */
type StoryGoods = readonly [
  code: string,
  spec: [name: string, value: string],
  category: string,
  name: string,
  nameEn: string,
  cost: string,
  price: string,
  level: "S" | "A" | "B" | "C",
  stores: readonly string[],
];

const US = ["AMZ-US-1"];
/** Five of the six of the story (company.md 3.4); the sixth is made of others. */
const GOODS: readonly StoryGoods[] = [
  ["HKC2001-BK", ["颜色", "黑色"], "HKC", "电子厨房秤", "Digital kitchen scale", "38.50", "25.99", "S", US],
  ["PTF2001-WH", ["颜色", "白色"], "PTF", "宠物饮水机", "Pet water fountain", "52.00", "35.99", "B", US],
  ["ELC2001-US", ["规格", "美规"], "ELC", "快充充电器", "Fast charger 65 W", "41.00", "22.99", "C", US],
  ["ODC2001-GN", ["颜色", "绿色"], "ODC", "露营灯", "Camping lantern", "46.80", "29.99", "B", [...US, "AMZ-DE-1"]],
  ["BTH2001-PK", ["颜色", "粉色"], "BTH", "卷发棒", "Curling iron", "66.00", "39.99", "A", [...US, "AMZ-JP-1"]],
];

/** What packing and customs ask of goods. */
const MEASURED = {
  lengthCm: "18",
  widthCm: "12",
  heightCm: "7",
  pkgLengthCm: "20",
  pkgWidthCm: "14",
  pkgHeightCm: "8",
  cartonLengthCm: "50",
  cartonWidthCm: "40",
  cartonHeightCm: "40",
  netWeightG: "420",
  grossWeightG: "520",
  cartonWeightKg: "11.2",
  pcsPerCarton: 20,
  hsCode: "8423100000",
  declareUnit: "个",
  originCountry: "CN",
  exportRefundRate: "13",
  declareElements: "用途：家用；材质：见实物",
} as const;

/** Who makes it at home: the n-th supplier of goods that works with us. */
const makerOf = (c: RuleContext, n: number) =>
  idOf(
    c,
    `select id from supplier where status = 'approved' and supplier_type = 'goods' and currency = 'CNY' and tax_rate = '13'
     order by id offset ${n} limit 1`,
  );

/** Submitted by whoever made it, and approved. */
async function approved(maker: RuleContext, name: string, id: string) {
  await act(maker, name, id, "submit");
  await approveAll(asSystem(maker.sql), name, id);
}

async function insertOne(maker: RuleContext, goods: StoryGoods, n: number) {
  const [code, [attrName, value], categoryId, nameCn, nameEn, cost, price, level, stores] = goods;
  const project = await draft(maker, product, {
    nameCn,
    nameEn,
    categoryId,
    level,
    sites: [await idOf(maker, "select id from site where site_code = 'US'")],
    sourceType: n === 1 ? "selfDev" : "odm",
    targetCost: cost,
    targetPrice: price,
    ipCheck: "pass",
  });
  await approved(maker, product.name, project.id);
  const [spuCode = ""] = code.split("-");
  const supplierId = await makerOf(maker, n);
  const buyerId = (await personAt(maker, "buyer")).caller.userId;
  const style = await draft(maker, spu, {
    spuCode,
    productId: project.id,
    name: nameCn,
    nameEn,
    categoryId,
    unit: "pcs",
    defaultSupplierId: supplierId,
    buyerId,
    specs: [{ attrName, attrValues: [value], sort: 0 }],
  });
  await act(maker, spu.name, style.id, "enable");
  const listings: object[] = [];
  for (const [i, store] of stores.entries())
    listings.push({
      storeId: await idOf(maker, "select id from store where store_code = $1", store),
      msku: `${code}-${store.slice(4, 6)}`,
      groupId: await idOf(maker, "select id from ops_group order by id"),
      fulfillmentChannel: "AFN",
      fnsku: `X0ST${n}${i}0001`,
      asin: `B0ST${n}${i}0001`,
      listingStatus: "active",
    });
  const { id } = await draft(maker, sku, {
    ...MEASURED,
    skuCode: code,
    name: `${nameCn} ${value}`,
    nameEn,
    skuType: "normal",
    spuId: style.id,
    attrList: [`${attrName}:${value}`],
    unit: "pcs",
    buyerId,
    declareNameCn: nameCn,
    declareNameEn: nameEn,
    declarePrice: (Number(price) / 3).toFixed(2),
    purchasePrice: cost,
    leadDays: 20,
    moq: 100,
    prices: [
      {
        supplierId,
        currency: "CNY",
        taxRate: "13",
        taxIncluded: false,
        minQty: 1,
        price: cost,
        leadDays: 20,
        isDefault: true,
      },
    ],
    listings,
  });
  await approved(maker, sku.name, id);
  await act(maker, sku.name, id, "setSale", { saleStatus: "onSale" });
}

/** 桌面收纳套装: two of one thing and one of another, which stores sell as one and we send ourselves. */
async function insertSet(maker: RuleContext) {
  const children = await maker.sql.query<{ id: string }>(
    `select k.id from sku k join spu s on s.id = k.spu_id
     where s.category_id = 'OFD' and k.sku_type = 'normal' and k.status = 'approved' order by k.id desc limit 2`,
  );
  const { id } = await draft(maker, sku, {
    ...MEASURED,
    skuCode: "SET2001-A",
    name: "桌面收纳套装",
    nameEn: "Desk organiser set",
    skuType: "combo",
    unit: "set",
    declareNameCn: "桌面收纳套装",
    combo: children.map((child, i) => ({ childSkuId: child.id, qty: i + 1 })),
    listings: [
      {
        storeId: await idOf(maker, "select id from store where store_code = 'AMZ-US-1'"),
        msku: "SET2001-A-US",
        groupId: await idOf(maker, "select id from ops_group order by id"),
        fulfillmentChannel: "MFN",
        asin: "B0ST500001",
        listingStatus: "active",
      },
    ],
  });
  await approved(maker, sku.name, id);
  await act(maker, sku.name, id, "setSale", { saleStatus: "onSale" });
}

/** The goods that the guide through the demonstration tells of, by the rules of products; answers how many. */
export async function insertStoryGoods(sql: Sql): Promise<number> {
  const maker = await personAt(asSystem(sql), "product");
  await insertSet(maker);
  for (const [n, goods] of GOODS.entries()) await insertOne(maker, goods, n);
  return GOODS.length + 1;
}
