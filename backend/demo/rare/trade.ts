import dayjs from "dayjs";
import { articleRules } from "#backend/domain/knowledge/article";
import { inspectionRules } from "#backend/domain/purchase/inspection/inspection";
import type { RuleContext } from "#backend/engine/documents";
import { update } from "#backend/engine/documents/writing/write";
import { today } from "#backend/platform/values";
import { knowledge } from "#documents/knowledge/article";
import { sealSample } from "#documents/product/seal-sample";
import { delivery } from "#documents/purchase/delivery";
import { inspection } from "#documents/purchase/inspection";
import { purchaseContract } from "#documents/purchase/purchase-contract";
import { wmsSign } from "#documents/wms/wms-sign";
import { act, approveAll, attempt, attemptAct, draft, keeperOf, personAt, startFrom, whole } from "../acting";
import { sendOut } from "../kol/kol";
import { uploadSample } from "../sample-files";
import { idOf, type RarePath, refuse } from "./path";
import { SAID } from "./said";

/** Samples of one pair: an old one is replaced by a new one; one of another pair has lasted too long. */
async function samples(c: RuleContext) {
  const maker = await personAt(c, "product");
  const pairs = await c.sql.query<{ skuId: string; supplierId: string }>(
    `select sku_id as "skuId", supplier_id as "supplierId" from seal_sample
     where status = 'effective' and del_flag = 0 order by id desc limit 2`,
  );
  for (const [i, pair] of pairs.entries()) {
    const sealDate = dayjs(today())
      .subtract(i ? 380 : 0, "day")
      .format("YYYY-MM-DD");
    const { id } = await draft(maker, sealSample, {
      ...pair,
      ...(await SAID.seal_sample?.(maker)),
      sampleType: i ? "renew" : "change",
      sealDate,
      sealNo: `SEAL-RARE-${i + 1}`,
      checks: [{ item: "外观", standard: "无划痕、无色差", tolerance: "—", measured: "与样板一致", result: "ok" }],
    });
    await act(maker, sealSample.name, id, "submit");
    await approveAll(c, sealSample.name, id);
  }
  return true;
}

/** Orders that were ordered anew and get their contracts: one waits for its approval, one was refused. */
const contracts: RarePath = async (c) => {
  const orders = await c.sql.query<{ id: string; by: string }>(
    `select id, buyer_id as by from purchase_order
     where status in ('draft', 'rejected') and contract_status = 'none' and del_flag = 0
     order by status = 'draft' desc, id desc`,
  );
  let made = 0;
  for (const { id: poId, by } of orders) {
    const buyer = { ...(await personAt(c, by, "id")), confirmed: true as const };
    const contract = await attempt(c, async () => {
      await act(buyer, "purchase_order", poId, "submit");
      await approveAll(c, "purchase_order", poId);
      const form = await startFrom(buyer, purchaseContract, { poId });
      const { id } = await draft(buyer, purchaseContract, form);
      await act(buyer, purchaseContract.name, id, "submit");
      return id;
    });
    if (!contract) continue;
    made++;
    if (made === 1) continue;
    return refuse(c, purchaseContract.name, contract, "违约条款与模板不一致，请法务修改");
  }
  return undefined;
};

/** Goods that are not quite right are taken all the same, if that is approved. */
const concession: RarePath = async (c) => {
  const id = await idOf(
    c,
    "select id from inspection where status = 'inspecting' and del_flag = 0 order by id limit 1",
  );
  if (!id) return undefined;
  const row = await whole(c, inspection, id);
  const items = row.items.map((line, i) => ({
    ...line,
    passQty: Number(line.signQty),
    rejectQty: 0,
    ...(i === 0 && { concessionQty: 1, rejectReason: "appearance" }),
  }));
  const photos = [await uploadSample(c, "picture", "轻微划痕.png")];
  const reportFiles = [await uploadSample(c, "document", "让步接收申请.pdf")];
  await update(c, inspection, inspectionRules, row, { items: items.map((l) => ({ ...l, photos })), reportFiles });
  await act(c, "inspection", id, "finish");
  return true;
};

/** What was sent back is replaced in full. */
const replaced: RarePath = async (c) => {
  const open = await c.sql.query<{ id: string; by: string; warehouseId: string }>(
    `select id, create_by as by, warehouse_id as "warehouseId" from purchase_exchange
     where status = 'shipped' and replaced_qty < out_qty and del_flag = 0 order by id`,
  );
  for (const { id: exchangeId, by, warehouseId } of open) {
    const done = await attempt(c, async () => {
      const buyer = { ...(await personAt(c, by, "id")), confirmed: true as const };
      const made = await draft(buyer, delivery, await startFrom(buyer, delivery, { exchangeId }));
      await act(buyer, "delivery", made.id, "ship");
      const keeper = { ...(await keeperOf(c, warehouseId)), confirmed: true as const };
      const form = await startFrom(keeper, wmsSign, { deliveryId: made.id });
      await draft(keeper, wmsSign, { ...form, isFinal: true });
      return true;
    });
    if (done) return done;
  }
  return undefined;
};

/** A parcel of samples was lost on its way, and another one follows it. */
const lost: RarePath = async (c) => {
  const sender = await personAt(c, "kol");
  const found = await c.sql.one<{ id: string; warehouseId: string }>(
    `select id, warehouse_id as "warehouseId" from deliver where status = 'shipped' and del_flag = 0 order by id limit 1`,
  );
  if (!found) return undefined;
  await act(sender, "deliver", found.id, "exception", { reason: "物流停滞超过十天，承运商确认丢件" });
  await act(sender, "deliver", found.id, "resend");
  const again = await idOf(
    c,
    "select id from deliver where status = 'draft' and del_flag = 0 order by id desc limit 1",
  );
  if (again) await sendOut(sender, c, again, found.warehouseId, "shipped");
  return true;
};

/** An order that leaves in two parcels, of which one has left. */
const inParts: RarePath = async (c) => {
  const staff = await personAt(c, "order");
  const orders = await c.sql.query<{ id: string; lineId: string; qty: number }>(
    `select o.id, min(l.id)::text as "lineId", min(l.qty)::int as qty from sales_order o
       join sales_order_line l on l.sales_order_id = o.id and l.del_flag = 0
       join package_order_line k on k.order_id = o.id and k.del_flag = 0
       join package_order p on p.id = k.package_order_id and p.del_flag = 0
       join warehouse w on w.id = p.warehouse_id and w.kind <> 'thirdParty'
     where o.status in ('pendingAudit', 'audited') and o.del_flag = 0 and p.status in ('draft', 'reserved')
     group by o.id having count(distinct l.id) = 1 and min(l.qty) > 1 order by o.id`,
  );
  for (const { id, lineId, qty } of orders) {
    const done = await attempt(c, async () => {
      await attemptAct(staff, "sales_order", id, "unaudit");
      await act(staff, "sales_order", id, "split", { rows: [{ lineId, first: 1, second: qty - 1 }] });
      await act(staff, "sales_order", id, "audit");
      const parcel = await idOf(
        c,
        `select p.id from package_order p join package_order_line l on l.package_order_id = p.id
         where l.order_id = $1 and p.status = 'reserved' and l.del_flag = 0 order by p.id limit 1`,
        [id],
      );
      if (!parcel) return undefined;
      await act(c, "package_order", parcel, "send");
      await act(c, "package_order", parcel, "register", { carrierCode: "YUNTU", trackingNo: `YT26007${parcel}` });
      await act(c, "package_order", parcel, "ship");
      return true;
    });
    if (done) return done;
  }
  return undefined;
};

/** An article that was revised is the one that everybody reads. */
const revised: RarePath = async (c) => {
  const id = await idOf(
    c,
    "select id from knowledge where status = 'published' and revision_of_id is null and del_flag = 0 order by id limit 1",
  );
  if (!id) return undefined;
  const [author, editor] = [await personAt(c, "cs_staff"), await personAt(c, "cs_lead")];
  await act(author, "knowledge", id, "revise");
  const draftId = await idOf(c, "select id from knowledge where revision_of_id = $1 and status = 'draft'", [id]);
  if (!draftId) return undefined;
  await update(author, knowledge, articleRules, await whole(author, knowledge, draftId), {
    changeNote: "补充旺季的处理时限",
  });
  await act(author, "knowledge", draftId, "submit");
  await act(editor, "knowledge", draftId, "publish");
  return true;
};

export const tradePaths: readonly RarePath[] = [samples, contracts, concession, replaced, lost, inParts, revised];
