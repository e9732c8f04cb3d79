// supply.md A.3: U6 at step 11 of the main chain, U2 and U3 on an order of their own.
import { CONTRACT, day, ORDER } from "./fixtures.mjs";
import { refusal } from "./people.mjs";
import { DELIVERY, INSPECTION, SIGN } from "./receipt.mjs";

/** 冲销库存过账: an inspection and its receipt are taken back, then done again. */
export async function reversal({ step, check }, w) {
  const { d, zj2, qs2, sh2, cg1, admin } = w;
  step("U6 冲销库存过账");
  const reverse = (path, id) => d.warehouse.act(path, id, "reverse", { reason: "录错了" });
  await reverse(INSPECTION, zj2.id);
  check("撤销质检后 A", "40/57/3 1000.00", await d.stock("SK-A01"));
  await reverse(SIGN, qs2.id);
  check("撤销签收后 A", "0/57/3 600.00", await d.stock("SK-A01"));
  check("应付流水", "678.00 452.00 -452.00", (await d.owed(cg1.id)).entries.join(" "));
  check("送货单", "shipped", (await admin.get(`${DELIVERY}/${sh2.id}`)).status);
  check("再撤销一次", true, (await refusal(reverse(SIGN, qs2.id))) !== "");
  const again = await d.sign(await admin.get(`${DELIVERY}/${sh2.id}`));
  await d.inspect(again.id, [2]);
  check("重新签收质检后 A", "0/95/5 1000.00", await d.stock("SK-A01"));
  check("应付合计", "791.00", (await d.owed(cg1.id)).sum);
}

/** An order of 100 pieces that runs. */
async function running(w) {
  const { id } = await w.buyer.post(ORDER, {
    orderType: "packing",
    supplierId: w.s1,
    companyId: w.company.id,
    buyerId: w.buyerId,
    warehouseId: w.warehouse.id,
    taxType: "tax",
    currency: "CNY",
    expectDate: day(30),
    items: [{ skuId: w.a, qty: 100, price: "10.00", taxRate: "13" }],
  });
  await w.buyer.act(ORDER, id, "submit");
  await w.approve(ORDER, id);
  const { records } = await w.buyer.get("/purchase/contracttemplate/page?size=20");
  const { id: contract } = await w.buyer.post(CONTRACT, {
    templateId: records.find((t) => t.contractType === "tax").id,
    signPlace: "深圳",
    orders: [{ poId: id }],
  });
  await w.buyer.act(CONTRACT, contract, "submit");
  await w.approve(CONTRACT, contract);
  const signed = { signDate: day(), signedFiles: [await w.buyer.upload()] };
  await w.buyer.act(CONTRACT, contract, "sign", signed);
  return w.admin.get(`${ORDER}/${id}`);
}

export async function tolerance({ step, check }, w) {
  const { d, admin, buyer } = w;
  const limits = await running(w);
  const line = limits.items[0].id;

  step("U2 超收");
  const tooMuch = await d.send([[line, 104]]);
  check("送货104", "SKU SK-A01 送货数量超过可送数量103", await refusal(buyer.act(DELIVERY, tooMuch.id, "ship")));
  await d.sign(await d.ship([[line, 60]]));
  const last = await d.ship([[line, 43]]);
  const before = await d.stock("SK-A01");
  check("清点44", "SKU SK-A01 累计签收104超过允许上限103", await refusal(d.sign(last, [44])));
  check("库存不变", before, await d.stock("SK-A01"));
  await buyer.act(DELIVERY, last.id, "void", { reason: "改为分两次送" });
  const [one, two] = [await d.ship([[line, 30]]), await d.ship([[line, 13]])];
  const said = await Promise.all([refusal(d.sign(one, [43])), refusal(d.sign(two, [13]))]);
  check("并行签收只有一个成功", 1, said.filter((s) => !s).length);
  const { items } = await admin.get(`${ORDER}/${limits.id}`);
  check("已签收不超过103", true, items[0].signedQty <= 103);

  step("U3 部分到货后取消");
  const po = await running(w);
  await w.paying.deposit(po, "BK-U3-1");
  const first = await d.sign(await d.ship([[po.items[0].id, 60]]));
  const open = await d.ship([[po.items[0].id, 40]]);
  const end = (action) => refusal(w.manager.act(ORDER, po.id, action, { reason: "计划调整" }));
  check("作废", `采购单${po.no}已有到货，不能作废，请使用关闭`, await end("void"));
  check("关闭", `存在未签收的送货单${open.no}，请先签收或作废`, await end("close"));
  await buyer.act(DELIVERY, open.id, "void", { reason: "不再送货" });
  check("未质检时关闭", `存在未质检的签收单${first.no}`, await end("close"));
  await d.inspect(first.id, [0]);
  check("质检后关闭", "", await end("close"));
  const closed = await admin.get(`${ORDER}/${po.id}`);
  check("关闭数量与应付", "40 678.00", `${closed.items[0].closedQty} ${closed.payableAmount}`);
  await w.paying.closedRest(po);
}
