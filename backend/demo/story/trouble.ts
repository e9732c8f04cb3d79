import dayjs from "dayjs";
import type { RuleContext, RuleValues } from "#backend/engine/documents";
import { givenLines } from "#backend/engine/documents/rows";
import { today as clock } from "#backend/platform/values";
import type { DocumentType } from "#documents/kit";
import { sku as skuDocument } from "#documents/product/sku";
import { skuSpecialEdit } from "#documents/product/sku-special-edit";
import { purchaseExchange } from "#documents/purchase/purchase-exchange";
import { purchaseReturn } from "#documents/purchase/purchase-return";
import { voc } from "#documents/service/voc";
import { fbaDisposal } from "#documents/wms/fba/fba-disposal";
import { fbaReturn } from "#documents/wms/fba/fba-return";
import { otherIn } from "#documents/wms/other-in";
import { act, approveAll, draft, keeperOf, laidIn, personAt, startFrom } from "../acting";
import { uploadFault } from "../pictures/give";
import { moveTo } from "../receipt-days";
import { arrive, buy, idOf, makerOf, type StorySku, skuOf } from "./buy";

const COMPLAINTS = [
  ["function-fail", "high", "插上十分钟后不再充电，换插座也一样"],
  ["quality-broken", "safety", "充电时外壳发烫并开裂，闻到焦味"],
  ["function-weak", "mid", "标称65W，实际只有20W左右"],
  ["quality-broken", "high", "外壳卡扣断开，能看到里面的电路板"],
] as const;

/** Buyers complain within days; the maker works on it. */
async function complained(system: RuleContext, sku: StorySku) {
  const [staff, head] = [await personAt(system, "cs_staff"), await personAt(system, "cs_lead")];
  const handlerId = (await personAt(system, "product")).caller.userId;
  const storeId = await idOf(system, "select id from store where store_code = 'AMZ-US-1'");
  for (const [i, [category2, severity, says]] of COMPLAINTS.entries()) {
    const { id } = await draft(staff, voc, {
      source: "review",
      skuId: sku.id,
      storeId,
      category2,
      severity,
      affectedQty: 1 + i,
      description: `买家反馈：${says}`,
      images: [await uploadFault(staff, sku.id, "现场.png")],
    });
    await act(staff, voc.name, id, "submit");
    if (i < 3) await act(head, voc.name, id, "assign", { handlerId });
  }
}

/** What an inspection refused goes back: `qty` of it. */
async function sendBack(
  system: RuleContext,
  buyer: RuleContext,
  document: DocumentType,
  inspectionId: string,
  values: RuleValues & { qty: number },
) {
  const { qty, ...more } = values;
  const form = await startFrom(buyer, document, { inspectionId });
  const items = givenLines(form, "items")?.map((line) => ({ ...line, badQty: qty, goodQty: 0 }));
  const { id } = await draft<DocumentType>(buyer, document, { ...form, ...more, items });
  await act(buyer, document.name, id, "submit");
  await approveAll(system, document.name, id);
  const keeper = await personAt(system, "warehouse");
  await act(keeper, document.name, id, "ship");
}

const REFUSED = 18;
const RETURNED = 10;

/** 3 快充充电器: complaints, an inspection that refuses 9 %, goods that go back, what is changed of it. */
export async function tellTrouble(system: RuleContext): Promise<void> {
  const buyer = await personAt(system, "buyer");
  const sku = await skuOf(system, "ELC2001-US");
  await complained(system, sku);
  const inspectionId = await arrive(system, buyer, await buy(system, buyer, makerOf(sku, buyer), sku, 200), {
    refused: REFUSED,
  });
  await sendBack(system, buyer, purchaseReturn, inspectionId, {
    qty: RETURNED,
    returnReason: "quality",
    returnMode: "deduct",
  });
  await sendBack(system, buyer, purchaseExchange, inspectionId, {
    qty: REFUSED - RETURNED,
    reason: "quality",
    expectDate: clock(10),
  });
  const maker = await personAt(system, "product");
  const { id } = await draft(maker, skuSpecialEdit, {
    skuId: sku.id,
    reason: "外壳加厚并更换阻燃料，毛重随之增加",
    effectiveScope: "newOnly",
    grossWeightG: "548",
  });
  await act(maker, skuSpecialEdit.name, id, "submit");
  await approveAll(system, skuSpecialEdit.name, id);
}

/** Days that the lamps have lain. */
const AGE = 214;

/** Stock that is as old as it says. */
async function laid(system: RuleContext, sku: StorySku, code: string, goodQty: number, badQty: number) {
  const warehouseId = await idOf(system, `select id from warehouse where code = '${code}'`);
  const keeper = await keeperOf(system, warehouseId);
  const day = dayjs(clock()).subtract(AGE, "day").format("YYYY-MM-DD");
  const { id, no } = await draft(keeper, otherIn, {
    inType: "adjust",
    warehouseId,
    bizDate: day,
    reason: "旺季备货，盘点补录",
    items: [{ skuId: sku.id, goodQty, badQty, unitCost: sku.cost }],
  });
  await laidIn(system, keeper, id);
  await moveTo(
    system.sql,
    otherIn.name,
    { id, no: `${no.slice(0, 2)}${dayjs(day).format("YYMMDD")}9${no.slice(-3)}` },
    `${day} 10:00:00`,
  );
}

/** 4 露营灯: after the season much of it lies, some comes back from the platform, some is destroyed there. */
export async function tellAgeing(system: RuleContext): Promise<void> {
  const sku = await skuOf(system, "ODC2001-GN");
  await laid(system, sku, "WH-SZ", 640, 0);
  await laid(system, sku, "FBA-DE", 180, 24);
  const maker = await personAt(system, "product");
  await act(maker, skuDocument.name, sku.id, "setSale", { saleStatus: "clearance" });
  const ops = await personAt(system, "ops");
  const storeId = await idOf(system, "select id from store where store_code = 'AMZ-DE-1'");
  const toWarehouseId = await idOf(system, "select id from warehouse where code = 'TP-DE-WINIT'");
  const removal = await draft(ops, fbaReturn, {
    storeId,
    toWarehouseId,
    removalReason: "aged",
    removalFee: "38.40",
    requestDate: clock(),
    items: [{ skuId: sku.id, disposition: "sellable", requestedQty: 60 }],
  });
  await act(ops, fbaReturn.name, removal.id, "submit");
  await approveAll(system, fbaReturn.name, removal.id);
  await act(ops, fbaReturn.name, removal.id, "submitAmazon", { removalOrderId: `DE-RM-${sku.code}` });
  const disposal = await draft(ops, fbaDisposal, {
    storeId,
    disposeReason: "unsellable",
    fee: "7.20",
    requestDate: clock(),
    items: [{ skuId: sku.id, disposition: "unsellable", requestedQty: 24 }],
  });
  await act(ops, fbaDisposal.name, disposal.id, "submit");
  await approveAll(system, fbaDisposal.name, disposal.id);
}
