// supply.md A.2: 130 of the 142 pieces go to FBA, by container and through customs, with their freight.
import { day, numbered } from "./fixtures.mjs";
import { refusal } from "./people.mjs";

const TRANSFER = "/logistics/transfer";
const FREIGHT = "/logistics/freight";
const CUSTOMS = "/logistics/customs";
const CABINET = "/logistics/cabinet";

/** A carrier's prices from 45 to 100 kg, and what it asks of each shipment for customs. */
const template = (providerId) => ({
  name: "美国海运普船",
  providerId,
  channelName: "普船",
  transportMode: "sea",
  destCountry: "US",
  currency: "CNY",
  billingType: "weight",
  volumeDivisor: 6000,
  roundUnitKg: "0.5",
  roundScope: "box",
  minCharge: "45",
  taxIncluded: true,
  transitDaysMin: 25,
  transitDaysMax: 35,
  validFrom: day(-30),
  validTo: day(300),
  items: [
    { kind: "tier", fromQty: "45", toQty: "100", unitPrice: "9.80" },
    { kind: "tier", fromQty: "100", unitPrice: "9.20" },
    { kind: "surcharge", name: "报关费", calcType: "fixed", value: "300", condition: "always" },
  ],
});

export async function logistics(as, { step, check }, w) {
  const [lg, admin] = [as("logistics"), w.admin];
  const carrier = await w.supplier(3, { supplierType: "logistics" });
  const broker = await w.supplier(4, { supplierType: "customs" });
  const { id: templateId } = await lg.post(FREIGHT, template(carrier));
  await lg.act(FREIGHT, templateId, "enable");
  const { records: places } = await admin.get("/wms/warehouse/page?size=100");
  const fba = places.find((place) => place.code === "FBA-US");
  const transfer = (id) => admin.get(`${TRANSFER}/${id}`);
  /** A pool: 良品, 可用, 在途, 库存金额, 在途金额. */
  const pool = async (sku, place) => {
    const { records } = await admin.get("/wms/stock/page?size=100");
    const row = records.find((r) => r.skuCode === sku && String(r.warehouseId) === String(place));
    const { goodQty, availableQty, transitQty, stockValue, transitValue } = row;
    return `${goodQty}/${availableQty}/${transitQty} ${stockValue}/${transitValue}`;
  };
  const home = w.warehouse.id;

  step("19. 调拨到FBA");
  const { id: db } = await lg.post(TRANSFER, {
    transferType: "3",
    fromWarehouseId: home,
    toWarehouseId: fba.id,
    transportMode: "sea",
    shipmentId: "FBA176M2LL9C",
    referenceId: "3X7A9QKD",
    fcCode: "ONT8",
    logisticsProviderId: carrier,
    freightTemplateId: templateId,
    feeShareType: "weight",
    expectShipDate: day(1),
    expectArriveDate: day(35),
    items: [
      { skuId: w.a, goodQty: 90, badQty: 0, fnsku: "X0011AAAA1", msku: "US-SK-A01" },
      { skuId: w.b, goodQty: 40, badQty: 0, fnsku: "X0011BBBB1", msku: "US-SK-B01" },
    ],
  });
  await lg.act(TRANSFER, db, "submit");
  check("A 良品/可用/在途 金额", "95/5/0 950.00/0.00", await pool("SK-A01", home));
  check("B 良品/可用/在途 金额", "47/7/0 1196.15/0.00", await pool("SK-B01", home));
  await w.approve(TRANSFER, db);
  const one = await transfer(db);
  check("单号、状态", `${numbered("DB", 1)} approved`, `${one.no} ${one.status}`);
  const boxes = (skuId, n, qty, [lengthCm, widthCm, heightCm], weightKg) => ({
    skuId,
    boxes: n,
    qty,
    lengthCm,
    widthCm,
    heightCm,
    weightKg,
  });
  const wh = as("warehouse");
  check(
    "少装一件",
    "装箱数量与调拨数量不一致：SKU SK-A01",
    await refusal(
      wh.act(TRANSFER, db, "pack", {
        boxes: [boxes(w.a, 1, 89, ["50", "40", "40"], "12"), boxes(w.b, 2, 20, ["60", "40", "40"], "15")],
      }),
    ),
  );
  await wh.act(TRANSFER, db, "pack", {
    boxes: [boxes(w.a, 3, 30, ["50", "40", "40"], "12"), boxes(w.b, 2, 20, ["60", "40", "40"], "15")],
  });
  const packed = await transfer(db);
  check("箱数 体积", "5 0.4320", `${packed.cartons} ${packed.volumeM3}`);
  check("计费重 kg", "72.50", packed.chargeWeightKg);
  check("报价运费", "1010.50", packed.quotedFreight);

  step("20. 报关、组柜、发货");
  const prefilled = await lg.get(`${CUSTOMS}/prefill?transferId=${db}&customsType=1`);
  const { id: cd } = await lg.post(CUSTOMS, {
    customsType: "1",
    transferId: db,
    companyId: w.company.id,
    brokerId: broker,
    tradeTerm: "FOB",
    currency: "USD",
    exportPort: "5304",
    destCountry: "US",
    items: prefilled.items,
  });
  const drafted = await lg.get(`${CUSTOMS}/${cd}`);
  check(
    "报关数量",
    "130",
    drafted.items.reduce((n, l) => n + l.qty, 0),
  );
  await lg.edit(CUSTOMS, cd, {
    items: drafted.items.map((l) => ({ ...l, domesticSource: "深圳", contractNo: "HT-1", invoiceNo: "INV-1" })),
  });
  await lg.act(CUSTOMS, cd, "submit");
  await w.approve(CUSTOMS, cd);
  const { id: gz } = await lg.post(CABINET, {
    loadType: "fcl",
    containerType: "20GP",
    portLoading: "CNYTN",
    portDest: "USLAX",
    destCountry: "US",
    currency: "CNY",
    shareType: "weight",
    items: [{ transferId: db }],
  });
  await lg.act(CABINET, gz, "book", { bookingNo: "COSU6123456", providerId: carrier });
  check("未装柜发货", "请先装柜", await refusal(wh.act(TRANSFER, db, "ship")));
  check(
    "校验位错误的柜号",
    "柜号校验位错误",
    await refusal(lg.act(CABINET, gz, "load", { containerNo: "CSQU3054384", sealNo: "S1" })),
  );
  await lg.act(CABINET, gz, "load", { containerNo: "CSQU3054383", sealNo: "S1" });
  await wh.act(TRANSFER, db, "ship");
  check("A 深圳仓", "5/5/0 50.00/0.00", await pool("SK-A01", home));
  check("B 深圳仓", "7/7/0 178.15/0.00", await pool("SK-B01", home));
  check("A 在途", "0/0/90 0.00/900.00", await pool("SK-A01", fba.id));
  check("B 在途", "0/0/40 0.00/1018.00", await pool("SK-B01", fba.id));
  check(
    "未放行开船",
    `报关单${(await admin.get(`${CUSTOMS}/${cd}`)).no}未放行`,
    await refusal(lg.act(CABINET, gz, "sail", { vesselVoyage: "COSCO 012E" })),
  );
  check(
    "报关单号不足18位",
    "请填写18位报关单号",
    await refusal(lg.act(CUSTOMS, cd, "declare", { declarationNo: "530420260000000" })),
  );
  await lg.act(CUSTOMS, cd, "declare", { declarationNo: "530420260000000001" });
  await lg.act(CUSTOMS, cd, "release", { releaseScan: [await lg.upload("报关单.png")] });
  await lg.act(CABINET, gz, "sail", { vesselVoyage: "COSCO 012E", eta: day(20) });
  check("开船后", "sailed", (await admin.get(`${CABINET}/${gz}`)).status);

  step("21. 运费、收货、差异");
  await as("finance").act(TRANSFER, db, "setFee", { feeCurrency: "CNY", actualFreight: "1010.50", otherFee: "0" });
  const shipped = await transfer(db);
  const fees = shipped.items.map((l) => l.feeAmount).join(" / ");
  check("头程分摊", "564.49 / 446.01", fees);
  const [a, b] = shipped.items;
  check(
    "多收",
    "收货数量超过发货数量90",
    await refusal(wh.act(TRANSFER, db, "receive", { items: [{ lineId: a.id, goodQty: 91 }] })),
  );
  const items = [
    { lineId: a.id, goodQty: 89 },
    { lineId: b.id, goodQty: 40 },
  ];
  await wh.act(TRANSFER, db, "receive", { items });
  await lg.act(TRANSFER, db, "close", { reason: "FBA少收一件" });
  const closed = await transfer(db);
  check("差异 A", "1 16.27", `${closed.lostQty} ${closed.lostAmount}`);
  check("FBA A", "89/89/0 1448.22/0.00", await pool("SK-A01", fba.id));
  check("FBA B", "40/40/0 1464.01/0.00", await pool("SK-B01", fba.id));
  const unit = closed.items.map((l) => l.inUnitCost).join(" / ");
  check("入库单位成本", "16.272135 / 36.600250", unit);
  const { records } = await admin.get("/wms/stock/page?size=100");
  const cents = (n) => Math.round(Number(n) * 100);
  check(
    "全部数量",
    "141",
    records.reduce((n, r) => n + r.onHandQty + r.transitQty, 0),
  );
  const value = records.reduce((n, r) => n + cents(r.stockValue) + cents(r.transitValue), 0);
  check("全部金额加差异", "3156.65", ((value + cents(closed.lostAmount)) / 100).toFixed(2));
}
