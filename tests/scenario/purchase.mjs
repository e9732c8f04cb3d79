// supply.md A.1, steps 1 to 6 and 8: from the sealed sample to the delivery plan, with exact numbers.
import { CONTRACT, day, fixtures, INQ, numbered, ORDER, PLAN, REQ, TURN } from "./fixtures.mjs";
import { refusal } from "./people.mjs";

const each = (rows, name) => rows.map((row) => Number(row[name])).join(" / ");

export async function purchase(as, { step, check }) {
  const w = await fixtures(as);
  const [buyer, manager, ops] = [as("buyer"), as("purchase_manager"), as("ops")];

  step("1. 封样 SK-A01");
  const seal = await w.approved("product", "/product/sealsample", {
    skuId: w.a,
    supplierId: w.s1,
    sampleType: "first",
    sealDate: day(),
    sealNo: "SK-A01-1",
    validUntil: day(365),
    qty: 3,
    keepPurchase: 1,
    keepQc: 1,
    keepSupplier: 1,
    photos: [await as("product").upload(), await as("product").upload()],
    checks: [{ item: "外观", standard: "无划痕", result: "ok" }],
  });
  const sample = await as("product").get(`/product/sealsample/${seal}`);
  check("单号", numbered("FY", 1), sample.no);
  check("状态", "effective", sample.status);

  step("2. 请购单");
  const { id: req } = await ops.post(REQ, {
    reqType: "stock",
    storeId: w.store.id,
    warehouseId: w.warehouse.id,
    expectDate: day(30),
    items: [
      { skuId: w.a, qty: 100 },
      { skuId: w.b, qty: 50 },
    ],
  });
  await ops.act(REQ, req, "submit");
  check("审批人数", 1, (await w.approve(REQ, req)).length);
  const demand = await ops.get(`${REQ}/${req}`);
  check("单号", numbered("QG", 1), demand.no);
  // The applicant may not read prices.
  check("预估金额", "2350.00", (await w.admin.get(`${REQ}/${req}`)).estAmount);
  check("状态", "approved", demand.status);

  step("3. 转请购单");
  const { id: turn } = await buyer.post(TURN, {
    buyerId: w.buyerId,
    warehouseId: w.warehouse.id,
    items: demand.items.map((l) => ({ reqLineId: l.id, skuId: l.skuId, qty: l.qty, turnMode: "purchase" })),
  });
  await buyer.act(TURN, turn, "submit");
  const held = await ops.get(`${REQ}/${req}`);
  check("请购已转", "100 / 50", each(held.items, "turnedQty"));
  check("请购状态", "turned", held.status);
  await w.approve(TURN, turn);
  const turned = await buyer.get(`${TURN}/${turn}`);
  check("单号", numbered("ZC", 1), turned.no);

  step("4. 询价与定标");
  const { id: inquiry } = await buyer.post(INQ, {
    buyerId: w.buyerId,
    currency: "CNY",
    purpose: "order",
    deadline: `${day(5)} 18:00:00`,
    items: turned.items.map((l) => ({ turnLineId: l.id, skuId: l.skuId, qty: l.qty, expectDate: day(30) })),
    suppliers: [{ supplierId: w.s1 }, { supplierId: w.s2 }],
  });
  await buyer.act(INQ, inquiry, "start");
  const open = await buyer.get(`${INQ}/${inquiry}`);
  check("单号", numbered("XJ", 1), open.no);
  const [lineA, lineB] = open.items;
  const quote = (line, supplierId, quotedPrice, more) => ({
    lineId: line.id,
    supplierId,
    quotedPrice,
    taxIncludedQuote: false,
    taxRate: "13",
    moq: 1,
    leadDays: 7,
    validTo: day(60),
    awardQty: 0,
    ...more,
  });
  const record = (...quotes) => buyer.act(INQ, inquiry, "recordQuote", { quotes });
  const a1 = quote(lineA, w.s1, "10.00", { awardQty: 100 });
  const a2 = quote(lineA, w.s2, "10.20");
  await record(a1, a2, quote(lineB, w.s1, "25.45"), quote(lineB, w.s2, "25.00", { moq: 200, awardQty: 50 }));
  const wrong = await refusal(buyer.act(INQ, inquiry, "submit"));
  check("B 定给 S2", true, wrong.includes("低于供应商起订量200"));
  const reason = { awardQty: 50, awardReason: "S2起订量不满足" };
  await record(a1, a2, quote(lineB, w.s1, "25.45", reason), quote(lineB, w.s2, "25.00", { moq: 200 }));
  await buyer.act(INQ, inquiry, "submit");
  await w.approve(INQ, inquiry);
  const awarded = await buyer.get(`${INQ}/${inquiry}`);
  check("状态", "awarded", awarded.status);
  const prices = await Promise.all([w.a, w.b].map(async (id) => (await w.admin.get(`/product/sku/${id}`)).prices));
  check("S1 价目行", 2, prices.flat().filter((p) => String(p.supplierId) === w.s1).length);

  step("5. 采购单");
  const order = async (line) => {
    const award = awarded.quotes.find((q) => q.lineId === line.id && Number(q.awardQty) > 0);
    await buyer.act(INQ, inquiry, "toOrder", { awardIds: [award.id] });
    const { records } = await buyer.get(`${ORDER}/page?size=1&descs=id`);
    const { id } = records[0];
    await buyer.edit(ORDER, id, { companyId: w.company.id, expectDate: day(30) });
    return buyer.get(`${ORDER}/${id}`);
  };
  const cg1 = await order(lineA);
  const cg2 = await order(lineB);
  check("单号", `${numbered("CG", 1)} ${numbered("CG", 2)}`, `${cg1.no} ${cg2.no}`);
  check("CG-1 不含税/税/总额", "1000.00 130.00 1130.00", `${cg1.goodsAmount} ${cg1.taxAmount} ${cg1.orderAmount}`);
  check("CG-2 不含税/税/总额", "1272.50 165.43 1437.93", `${cg2.goodsAmount} ${cg2.taxAmount} ${cg2.orderAmount}`);
  for (const { id } of [cg1, cg2]) {
    await buyer.act(ORDER, id, "submit");
    await w.approve(ORDER, id);
  }
  check("CG-1 状态", "approved", (await buyer.get(`${ORDER}/${cg1.id}`)).status);

  step("6. 采购合同");
  const templates = await buyer.get("/purchase/contracttemplate/page?size=20");
  const template = templates.records.find((t) => t.contractType === "tax");
  const { id: contract } = await buyer.post(CONTRACT, {
    templateId: template.id,
    signPlace: "深圳",
    orders: [{ poId: cg1.id }, { poId: cg2.id }],
  });
  const draft = await buyer.get(`${CONTRACT}/${contract}`);
  check("单号", numbered("HT", 1), draft.no);
  check("总额", "2567.93", draft.totalAmount);
  check("大写", "贰仟伍佰陆拾柒元玖角叁分", draft.totalAmountCn);
  check("定金", "770.38", draft.depositAmount);
  check("尾款", "1797.55", draft.balanceAmount);
  await buyer.act(CONTRACT, contract, "submit");
  check("审批人", "purchase_manager finance", (await w.approve(CONTRACT, contract)).join(" "));
  check(
    "未签署时请预付款",
    `合同${draft.no}未签署，不能申请预付款`,
    await refusal(buyer.get(`/finance/request/prefill?poIds=${cg1.id}`)),
  );
  const signed = { signDate: day(), signedFiles: [await buyer.upload()] };
  check(
    "未上传签署件",
    "请上传已签署的合同",
    await refusal(buyer.act(CONTRACT, contract, "sign", { signDate: day() })),
  );
  await buyer.act(CONTRACT, contract, "sign", signed);
  check("合同状态", "signed", (await buyer.get(`${CONTRACT}/${contract}`)).status);
  const running = await Promise.all([cg1, cg2].map(({ id }) => buyer.get(`${ORDER}/${id}`)));
  check("采购单状态", "executing executing", running.map((o) => o.status).join(" "));

  step("8. 交货计划");
  const plan = (po, parts) =>
    buyer.post(PLAN, {
      poId: po.id,
      items: parts.map(([planQty, days]) => ({ poLineId: po.items[0].id, planQty, planDate: day(days) })),
    });
  const { id: jh1 } = await plan(cg1, [
    [60, 10],
    [40, 14],
  ]);
  const { id: jh2 } = await plan(cg2, [[50, 10]]);
  for (const id of [jh1, jh2]) await buyer.act(PLAN, id, "confirm");
  const plans = await Promise.all([jh1, jh2].map((id) => buyer.get(`${PLAN}/${id}`)));
  check("单号", `${numbered("JH", 1)} ${numbered("JH", 2)}`, plans.map((p) => p.no).join(" "));
  check("状态", "confirmed confirmed", plans.map((p) => p.status).join(" "));
  const { id: jh3 } = await plan(cg1, [[10, 14]]).catch((error) => ({ id: null, error }));
  const more = jh3 ? buyer.act(PLAN, jh3, "confirm") : plan(cg1, [[10, 14]]);
  check("再计划10件", true, (await refusal(more)).includes("计划数量110超过待到货数量100"));
  return { ...w, req, turn, inquiry, contract, cg1, cg2, buyer, manager, ops };
}
