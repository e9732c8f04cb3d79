import dayjs from "dayjs";
import { upsertOrders } from "#backend/domain/order/platform/upsert";
import type { RuleContext } from "#backend/engine/documents";
import { nextOrder } from "#backend/platform/db";
import { tieFiles } from "#backend/platform/files/owners";
import { today as clock } from "#backend/platform/values";
import { transfer } from "#documents/logistics/transfer";
import { sealSample } from "#documents/product/seal-sample";
import { evaluationApplication } from "#documents/promotion/application";
import { evaluation } from "#documents/promotion/evaluation";
import { act, approveAll, draft, personAt } from "../acting";
import { cooperate, done } from "../kol/kol";
import { channelTo, lead, placeOf, type TransferPlan } from "../logistics/transfers";
import { nameOf, STORY_GOODS } from "../pictures/names";
import { uploadPicture } from "../sample-files";
import { arrive, buy, idOf, makerOf, type StorySku, skuOf } from "./buy";
import { type SoldGoods, told } from "./orders";

const FBA = { type: "3", from: "WH-SZ", to: "FBA-US", skus: 1, end: "done", mode: "sea", fee: "860" } as const;

/** Goods of Shenzhen go to the platform in America; answers the transfer. */
export async function toAmerica(system: RuleContext, sku: StorySku, qty: number, more: Partial<TransferPlan> = {}) {
  const plan: TransferPlan = { ...FBA, qty, days: [-2, 0], ...more };
  const clerk = await personAt(system, "logistics");
  const [from, to] = [await placeOf(system.sql, plan.from), await placeOf(system.sql, plan.to)];
  if (!from || !to) throw new Error("no warehouse");
  const day = (n: number) => dayjs(clock()).add(n, "day").format("YYYY-MM-DD");
  const { id } = await draft(clerk, transfer, {
    transferType: plan.type,
    fromWarehouseId: from.id,
    toWarehouseId: to.id,
    transportMode: plan.mode ?? null,
    ...(await channelTo(system.sql, plan, to)),
    shipmentId: `FBA17${sku.code.slice(0, 7)}`,
    referenceId: `5${sku.code.slice(0, 3)}7QXZ`,
    fcCode: "ONT8",
    expectShipDate: day(plan.days[0]),
    expectArriveDate: day(plan.days[1]),
    items: [{ skuId: sku.id, goodQty: qty, badQty: 0 }],
  });
  await lead(system, id, plan, from, to);
  return id;
}

const SCALE: SoldGoods = {
  msku: "HKC2001-BK-US",
  asin: "B0ST000001",
  title: "Digital kitchen scale",
  price: 25.99,
  afn: true,
};
const SALES = 12;

/** 1 电子厨房秤: bought, counted, sent to the platform, sold out there faster than it comes. */
export async function tellSeller(system: RuleContext): Promise<void> {
  const buyer = await personAt(system, "buyer");
  const sku = await skuOf(system, "HKC2001-BK");
  const poId = await buy(system, buyer, makerOf(sku, buyer), sku, 600);
  await arrive(system, buyer, poId);
  await toAmerica(system, sku, 240);
  const storeId = await idOf(system, "select id from store where store_code = 'AMZ-US-1'");
  const sales = Array.from({ length: SALES }, (_, n) =>
    told(SCALE, `113-2001100-${String(n + 1).padStart(7, "0")}`, { qty: 1 + (n % 2), hours: 30 + n * 5, sent: true }),
  );
  nextOrder(system.sql);
  await upsertOrders(system, storeId, sales);
}

const CHECKS = [
  { item: "外观", standard: "无划痕、无色差", tolerance: "—", measured: "与样板一致", result: "ok" },
  { item: "水泵噪音", standard: "≤30dB", tolerance: "+2dB", measured: "29dB", result: "ok" },
] as const;

/** The first sample was too loud: it is refused, and sealed the second time. */
async function sealed(system: RuleContext, sku: StorySku) {
  const maker = await personAt(system, "product");
  const { motif, spec } = STORY_GOODS["PTF2001-WH"] ?? { motif: "PTF", spec: "" };
  const photos = [
    await uploadPicture(maker, nameOf(motif, spec, "front"), "样品正面.png"),
    await uploadPicture(maker, nameOf(motif, spec, "near"), "样品细节.png"),
  ];
  const { id } = await draft(maker, sealSample, {
    skuId: sku.id,
    supplierId: sku.supplierId,
    sampleType: "first",
    sealDate: clock(),
    qty: 3,
    keepPurchase: 1,
    keepQc: 1,
    keepSupplier: 1,
    sealNo: "SEAL-PTF2001",
    location: "样品柜1",
    photos,
    checks: CHECKS.map((check) => ({ ...check })),
  });
  await tieFiles(maker, { type: sealSample.name, id }, photos);
  await act(maker, sealSample.name, id, "submit");
  const first = await system.sql.one<{ username: string }>(
    `select u.username from act_task k join act_instance i on i.id = k.instance_id join sys_user u on u.id = k.candidates[1]
     where i.biz_type = 'seal_sample' and i.biz_id = $1 and k.status = 'todo' order by k.id limit 1`,
    [id],
  );
  if (first) {
    const decides = await personAt(system, first.username);
    await act(decides, sealSample.name, id, "reject", { comment: "水泵噪音32dB，超过标准，请改进后重新封样" });
    await act(maker, sealSample.name, id, "submit");
  }
  await approveAll(system, sealSample.name, id);
}

/** People try it out. */
async function evaluated(system: RuleContext, sku: StorySku, storeId: string) {
  const promo = await personAt(system, "promo");
  const resource = await system.sql.one<{ id: string }>(
    "select id from evaluation_resource where status = 'enabled' and del_flag = 0 order by id limit 1",
  );
  const { id: applicationId } = await draft(promo, evaluationApplication, {
    storeId,
    purpose: "userResearch",
    complianceConfirmed: true,
    expectStart: clock(),
    expectEnd: clock(30),
    items: [{ skuId: sku.id, unitPrice: "35.99", estTax: "2.52", applyQty: 12, serviceFee: "10.00" }],
  });
  await act(promo, evaluationApplication.name, applicationId, "submit");
  await approveAll(system, evaluationApplication.name, applicationId);
  const { id } = await draft(promo, evaluation, {
    applicationId,
    resourceId: resource?.id,
    skuId: sku.id,
    planQty: 10,
    dailyLimit: 5,
    startDate: clock(),
    endDate: clock(30),
  });
  await act(promo, evaluation.name, id, "start");
}

/** 2 宠物饮水机: a project, a sample that was refused once, people who try it, somebody who shows it. */
export async function tellNew(system: RuleContext, today: string): Promise<void> {
  const buyer = await personAt(system, "buyer");
  const sku = await skuOf(system, "PTF2001-WH");
  await sealed(system, sku);
  await arrive(system, buyer, await buy(system, buyer, makerOf(sku, buyer), sku, 200));
  const place = await system.sql.one<{ storeId: string; warehouseId: string; starId: string }>(
    `select (select id from store where store_code = 'AMZ-US-1') as "storeId",
       (select id from warehouse where code = 'WH-SZ') as "warehouseId",
       (select id from star where star_name = 'PawsAndMaya') as "starId"`,
  );
  if (!place) return;
  await evaluated(system, sku, place.storeId);
  const plan = { ...done("380.00", 20, 23, "827.77"), end: "published" as const };
  await cooperate(system, { ...place, skus: [sku.id] }, plan, { starId: place.starId, i: 41, today });
}
