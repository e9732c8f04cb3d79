// supply.md A.1, steps 9 to 13: delivery, receipt, inspection, return, and what is owed.
import { day, numbered, ORDER, REQ } from "./fixtures.mjs";
import { refusal } from "./people.mjs";

export const DELIVERY = "/purchase/delivery";
export const SIGN = "/wms/sign";
export const INSPECTION = "/purchase/inspection";
export const RETURN = "/purchase/return";

/** Entries of what was paid, not of what came or went back. */
const PAID = ["payment", "paymentReverse", "offset", "refund"];

/** Shortcuts of the warehouse: each takes pieces by order line. */
export function dock(as, w) {
  const warehouse = as("warehouse");
  const send = async (parts, more = {}) => {
    const { id } = await w.buyer.post(DELIVERY, {
      deliveryType: "normal",
      shipDate: day(),
      expectArriveDate: day(2),
      transportMode: "supplier",
      ...more,
      items: parts.map(([poLineId, qty]) => ({ poLineId, qty, cartons: 1, pcsPerCarton: qty })),
    });
    return w.admin.get(`${DELIVERY}/${id}`);
  };
  const ship = async (...given) => {
    const { id } = await send(...given);
    await w.buyer.act(DELIVERY, id, "ship");
    return w.admin.get(`${DELIVERY}/${id}`);
  };
  /** Signs a delivery as it came, or with these pieces a line. */
  const sign = async (delivery, counts, more = {}) => {
    const different = counts?.some((n, i) => n !== delivery.items[i].qty);
    const { id } = await warehouse.post(SIGN, {
      deliveryId: delivery.id,
      cartonsSigned: delivery.cartonQty,
      cartonsDamaged: 0,
      isFinal: true,
      photos: different ? [await warehouse.upload()] : [],
      ...more,
      items: delivery.items.map((l, i) => ({
        deliveryLineId: l.id,
        signQty: counts?.[i] ?? l.qty,
        ...((counts?.[i] ?? l.qty) !== l.qty && { diffReason: "shortage" }),
      })),
    });
    return w.admin.get(`${SIGN}/${id}`);
  };
  /** Claims and finishes the inspection of a receipt; `rejected` pieces a line. */
  const inspect = async (signId, rejected) => {
    const { records } = await w.admin.get(`${INSPECTION}/page?size=100`);
    const { id, status } = records.find((r) => String(r.signId) === String(signId));
    if (status === "pending") await warehouse.act(INSPECTION, id, "claim");
    const row = await warehouse.get(`${INSPECTION}/${id}`);
    const [report, photo] = [await warehouse.upload(), await warehouse.upload()];
    await warehouse.edit(INSPECTION, id, {
      qcMethod: "full",
      reportFiles: rejected.some(Boolean) ? [report] : [],
      items: row.items.map((l, i) => ({
        id: l.id,
        version: l.version,
        signLineId: l.signLineId,
        sampleQty: l.sampleQty,
        sampleBadQty: 0,
        concessionQty: 0,
        passQty: l.signQty - rejected[i],
        rejectQty: rejected[i],
        ...(rejected[i] > 0 && { rejectReason: "appearance", rejectHandle: "return", photos: [photo] }),
      })),
    });
    await warehouse.act(INSPECTION, id, "finish");
    return w.admin.get(`${INSPECTION}/${id}`);
  };
  const stock = async (sku) => {
    const { records } = await w.admin.get("/wms/stock/page?size=100");
    const r = records.find((row) => row.skuCode === sku);
    return `${r.qcQty}/${r.goodQty}/${r.badQty} ${r.stockValue}`;
  };
  /** Entries of an order, and their sum. */
  const owed = async (poId) => {
    const page = await w.admin.get("/finance/ap/page?size=100");
    const records = page.records.filter((r) => String(r.poId) === String(poId));
    const cents = records.reduce((n, r) => n + Math.round(Number(r.amount) * 100), 0);
    const goods = records.filter((r) => !PAID.includes(r.bizType)).reverse();
    return { entries: goods.map((r) => r.amount), sum: (cents / 100).toFixed(2) };
  };
  return { warehouse, send, ship, sign, inspect, stock, owed };
}

export async function receipt(as, { step, check }, w) {
  const d = dock(as, w);
  const { cg1, cg2, admin, buyer } = w;
  const [lineA, lineB] = [cg1.items[0].id, cg2.items[0].id];
  const order = (po) => admin.get(`${ORDER}/${po.id}`);

  step("9. 送货单");
  const sh1 = await d.ship([
    [lineA, 60],
    [lineB, 50],
  ]);
  const sh2 = await d.ship([[lineA, 40]]);
  check("单号", `${numbered("SH", 1)} ${numbered("SH", 2)}`, `${sh1.no} ${sh2.no}`);
  check("CG-1 到货状态", "none", (await order(cg1)).receiveStatus);

  step("10. 签收");
  const qs1 = await d.sign(sh1);
  check("单号", numbered("QS", 1), qs1.no);
  check("A 待检/良/次 金额", "60/0/0 600.00", await d.stock("SK-A01"));
  check("B 待检/良/次 金额", "50/0/0 1272.50", await d.stock("SK-B01"));
  check("CG-1 应付流水", "678.00", (await d.owed(cg1.id)).entries.join(" "));
  check("CG-2 应付流水", "1437.93", (await d.owed(cg2.id)).entries.join(" "));
  check("CG-1 到货状态", "part", (await order(cg1)).receiveStatus);
  const qs2 = await d.sign(sh2);
  check("A 待检/良/次 金额", "100/0/0 1000.00", await d.stock("SK-A01"));
  check("CG-1 应付流水", "678.00 452.00", (await d.owed(cg1.id)).entries.join(" "));
  const both = await Promise.all([cg1, cg2].map(order));
  check("到货状态", "all all", both.map((o) => o.receiveStatus).join(" "));
  const demand = await admin.get(`${REQ}/${w.req}`);
  check("请购已到货", "100 / 50", demand.items.map((l) => l.receivedQty).join(" / "));
  check("请购状态", "completed", demand.status);

  check(
    "未质检时请尾款",
    `采购单${cg1.no}存在未质检的签收单，不能申请尾款`,
    await refusal(buyer.get(`/finance/request/prefill?poIds=${cg1.id}`)),
  );

  step("11. 质检");
  const zj1 = await d.inspect(qs1.id, [3, 0]);
  const zj2 = await d.inspect(qs2.id, [2]);
  check("单号", `${numbered("ZJ", 1)} ${numbered("ZJ", 2)}`, `${zj1.no} ${zj2.no}`);
  check("A 待检/良/次 金额", "0/95/5 1000.00", await d.stock("SK-A01"));
  check("B 待检/良/次 金额", "0/50/0 1272.50", await d.stock("SK-B01"));
  check("签收单状态", "done", (await admin.get(`${SIGN}/${qs1.id}`)).status);

  const world = { ...w, d, sh1, sh2, qs1, qs2, zj1, zj2 };
  return {
    ...world,
    /** What comes after U6, which asks about the stock as it is now. */
    async goBack() {
      step("12. 采购退货");
      const back = async (po, badQty, goodQty) => {
        const { id } = await buyer.post(RETURN, {
          poId: po.id,
          returnMode: "deduct",
          returnReason: "quality",
          freightBearer: "supplier",
          items: [{ poLineId: po.items[0].id, badQty, goodQty }],
        });
        await buyer.act(RETURN, id, "submit");
        return id;
      };
      const ct1 = await back(cg1, 5, 0);
      const ct2 = await back(cg2, 0, 3);
      for (const id of [ct1, ct2]) {
        await w.approve(RETURN, id);
        await d.warehouse.act(RETURN, id, "ship");
      }
      check("A 待检/良/次 金额", "0/95/0 950.00", await d.stock("SK-A01"));
      check("B 待检/良/次 金额", "0/47/0 1196.15", await d.stock("SK-B01"));
      check("CG-1 退货流水", "-56.50", (await d.owed(cg1.id)).entries.at(-1));
      check("CG-2 退货流水", "-86.28", (await d.owed(cg2.id)).entries.at(-1));

      step("13. 应付");
      const [one, two] = await Promise.all([cg1, cg2].map(order));
      check("应付金额", "1073.50 1351.65", `${one.payableAmount} ${two.payableAmount}`);
      const sums = [(await d.owed(cg1.id)).sum, (await d.owed(cg2.id)).sum];
      check("扣除预付后的应付", "734.50 920.27", sums.join(" "));
      const supplier = await admin.get(`/supplier/supplier/${w.s1}`);
      check("供应商应付余额", "1654.77", supplier.apBalance);
    },
  };
}
