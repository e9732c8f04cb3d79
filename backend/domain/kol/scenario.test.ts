import { afterAll, beforeAll, expect, test } from "vitest";
import { today } from "#backend/platform/values/calendar";
import { actAs } from "../../../tests/acting";
import { adsFeeRules } from "./ads-fee/ads-fee";
import { COOPERATION, DELIVER, FEE, type Kol, openKol, STAR, starForm } from "./kol.testing";

let k: Kol;
beforeAll(async () => {
  k = await openKol();
});
afterAll(() => k.backend.close());

const ids = { star: "", cooperation: "", deliver: "", advance: "", balance: "" };

test("a star is of the level of its largest channel, and protected once it is published", async () => {
  ids.star = await k.owned("");
  expect(await k.read(STAR, ids.star)).toMatchObject({
    status: "owned",
    level: "mid",
    followers: 185000,
    mainPlatform: "youtube",
    protectedUntil: today(90),
    payeeTail: "**** .com",
    payeeAccount: "已设置",
  });
  const twice = starForm("x", {
    channels: [{ platform: "youtube", homepageUrl: "http://www.youtube.com/@Anna/", followers: 1 }],
  });
  expect(await k.refusal(k.kol.send("POST", STAR, twice))).toBe("主页链接已存在于 TechAnna");
});

test("an approved cooperation owes its fixed fee", async () => {
  ids.cooperation = await k.approved(ids.star);
  expect(await k.read(COOPERATION, ids.cooperation)).toMatchObject({
    status: "approved",
    payableAmount: "600.00",
    siteName: "US",
    products: [{ sampleQty: 2, sellerSku: "US-OTH0001-01", asin: "B0DEMO0001" }],
  });
  expect(await k.read(STAR, ids.star)).toMatchObject({ status: "cooperating" });
});

test("samples are held, leave at the cost of their pool, and are signed for", async () => {
  const { body } = await k.kol.send("GET", `${DELIVER}/prefill`, undefined, { cooperationId: ids.cooperation });
  expect(body.data.items).toMatchObject([{ skuId: k.skus[0], qty: 2 }]);
  ids.deliver = (
    await k.kol.add(DELIVER, {
      cooperationId: ids.cooperation,
      deliverType: "warehouse",
      warehouseId: k.warehouseId,
      items: [{ skuId: k.skus[0], qty: 2 }],
    })
  ).id;
  k.o.good(await k.kol.act(DELIVER, ids.deliver, "submit"));
  const pending = await k.read(DELIVER, ids.deliver);
  expect(pending).toMatchObject({ status: "pending", recipient: "A***r ***01 US WA 981***" });
  expect(await k.stock()).toMatchObject({ good: 10, free: 8 });
  const out = await k.db.one<Record<"id" | "name" | "address", string>>(
    `select id, receiver_name as name, receiver_address as address from other_out where no = $1`,
    [pending.outStockNo],
  );
  expect(out).toMatchObject({ name: "A***r" });
  expect(out?.address).not.toContain("Example");
  await k.o.approveAll("other_out", "/wms/otherout", out?.id ?? "");
  k.o.good(await k.act("other_out", out?.id ?? "", "confirm"));
  expect(await k.stock()).toMatchObject({ good: 8, free: 8 });
  expect(await k.read(DELIVER, ids.deliver)).toMatchObject({ status: "shipped", sampleCost: "173.00" });
  expect(await k.refusal(k.act("other_out", out?.id ?? "", "reverse", { reason: "录错了" }))).toMatch(
    /^由红人寄样HRJY.+生成，不能撤销出库$/,
  );
  const logistics = { trackingNo: "9400111899223100001234", freight: "128.00" };
  k.o.good(await k.kol.act(DELIVER, ids.deliver, "ship", logistics));
  expect(await k.refusal(k.kol.act(DELIVER, ids.deliver, "ship", logistics))).toBe("已登记物流，不能重复登记");
  k.o.good(await k.kol.act(DELIVER, ids.deliver, "sign"));
  expect(await k.refusal(k.kol.act(DELIVER, ids.deliver, "void", { reason: "不寄了" }))).toBe("样品已出库，不能作废");
  expect(await k.read(COOPERATION, ids.cooperation)).toMatchObject({
    sampleCostCny: "173.00",
    freightCny: "128.00",
    totalCostCny: "301.00",
  });
  expect(await k.facts()).toBe("301.0000");
});

test("an advance is at most half of the fixed fee; a balance waits for what is published", async () => {
  const over = await k.fee(ids.cooperation, "advance", { fixedPart: "300.01" });
  expect(await k.refusal(k.kol.act(FEE, over.id, "submit"))).toBe("预付款不能超过固定费用的50%");
  k.o.good(await k.kol.act(FEE, over.id, "void", { reason: "金额有误" }));
  const early = await k.fee(ids.cooperation, "balance", { fixedPart: "100.00" });
  expect(await k.refusal(k.kol.act(FEE, early.id, "submit"))).toBe("内容未发布，不能提交尾款");
  k.o.good(await k.kol.act(FEE, early.id, "void", { reason: "尚未发布" }));
  ids.advance = (await k.fee(ids.cooperation, "advance", { fixedPart: "180.00" })).id;
  k.o.good(await k.kol.act(FEE, ids.advance, "submit"));
  expect(await k.refusal(k.kol.act(FEE, ids.advance, "verify"))).toBe("当前操作没有权限");
  k.o.good(await k.lead.act(FEE, ids.advance, "verify"));
  const request = await k.requestOf(ids.advance);
  expect(request).toMatchObject({ status: "auditing", amount: "180.00" });
  await k.approveRequest(request.id);
  await k.pay(request.id, "180.00");
  expect(await k.read(FEE, ids.advance)).toMatchObject({ status: "paid", amountCny: "1287.00" });
  expect(await k.read(COOPERATION, ids.cooperation)).toMatchObject({ feePaid: "180.00", paidAmount: "180.00" });
});

test("commission follows what was sold, and is paid with the rest", async () => {
  k.o.good(await k.kol.act(COOPERATION, ids.cooperation, "registerContent", { url: "https://youtube.com/watch?v=1" }));
  const sold = { orders: 40, sales: "2480.00", reason: "平台报表" };
  k.o.good(await k.kol.act(COOPERATION, ids.cooperation, "enterSales", sold));
  expect(await k.read(COOPERATION, ids.cooperation)).toMatchObject({
    status: "published",
    commissionAmount: "124.00",
    payableAmount: "724.00",
    attributedSalesCny: "17732.00",
    attributionSource: "manual",
  });
  const finish = () => k.kol.act(COOPERATION, ids.cooperation, "finish");
  expect(await k.refusal(finish())).toBe("费用未核销完成，差额 544.00");
  const parts = { fixedPart: "420.00", commissionPart: "124.00" };
  ids.balance = (await k.fee(ids.cooperation, "balance", parts)).id;
  k.o.good(await k.kol.act(FEE, ids.balance, "submit"));
  k.o.good(await k.lead.act(FEE, ids.balance, "verify"));
  const request = await k.requestOf(ids.balance);
  expect(request.amount).toBe("544.00");
  await k.approveRequest(request.id);
  const less = k.db.tx((sql) =>
    adsFeeRules.onMadeEnded!(actAs(sql), {
      document: "payment_request",
      id: request.id,
      makerId: ids.balance,
      event: "paid",
      no: request.no,
      values: { paidAmount: "543.99", paidTime: `${today()} 10:00:00`, receiptFiles: [] },
    }),
  );
  await expect(less).rejects.toThrow("付款金额543.99与广告费金额544.00不一致");
  expect(await k.read(FEE, ids.balance)).toMatchObject({ status: "verified" });
  await k.pay(request.id, "543.99");
  const close = k.o.as("finance").act("/finance/request", request.id, "close");
  expect(await k.refusal(close)).toBe("该请款单不能部分结束");
  expect(await k.read(FEE, ids.balance)).toMatchObject({ status: "verified" });
  await k.pay(request.id, "0.01");
  expect(await k.read(FEE, ids.balance)).toMatchObject({ status: "paid", amountCny: "3889.60" });
  const third = await k.fee(ids.cooperation, "other", { fixedPart: "0.01" });
  expect(await k.refusal(k.kol.act(FEE, third.id, "submit"))).toBe("超出合作应付金额，剩余 0.00");
  k.o.good(await k.kol.act(FEE, third.id, "void", { reason: "多余" }));
  k.o.good(await finish());
});

test("what it cost and brought is the sum of its parts, and that of the facts", async () => {
  expect(await k.read(COOPERATION, ids.cooperation)).toMatchObject({
    status: "finished",
    feePaid: "724.00",
    totalCostCny: "5477.60",
    roi: "3.24",
  });
  expect(await k.facts()).toBe("5477.6000");
  expect(await k.read(STAR, ids.star)).toMatchObject({
    status: "owned",
    coopCount: 1,
    totalCostCny: "5477.60",
    totalSalesCny: "17732.00",
    roi: "3.24",
    protectedUntil: today(90),
    months: [{ coops: 1, samples: 1, fees: 2, cost: "5477.60", orders: 40, roi: "3.24" }],
  });
  const more = { cooperationId: ids.cooperation, feeType: "other", expectPayDate: today() };
  expect(await k.refusal(k.kol.send("POST", FEE, { ...more, fixedPart: "0.01" }))).toBe("超出合作应付金额，剩余 0.00");
});
