import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { today } from "#backend/platform/values/calendar";
import { rebateBack, rebateToRequested, settleRebate } from "./rebate/requested";
import { openRebates, type Rebates } from "./rebate.testing";

let p: Rebates;
beforeAll(async () => {
  p = await openRebates();
});
afterAll(() => p?.db.close());

const SEVEN = ["38.51", "38.51", "38.51", "38.51", "38.51", "35.99", "35.99"];
const rebateNo = async (orderId: string) => (await p.read("evaluation_order", orderId)).rebateNo;
const facts = (no: string) =>
  p.db.query(
    `select seller_sku, column_name, biz_date::text as day, amount::float8 as amount from fact_source
     where source_type = 'rebate' and source_no = $1 order by column_name`,
    [no],
  );

test("scenario 3, step 5: seven orders at 6.00 are 42.00, confirmed by another person", async () => {
  const { resourceId, orderIds } = await p.checked("R012", SEVEN);
  const { id, no } = await p.fee(resourceId, orderIds);
  expect(no).toMatch(/^FL\d{10}$/);
  expect(await p.read("rebate", id)).toMatchObject({
    direction: "pay",
    currency: "USD",
    amount: "42.00",
    payableAmount: "42.00",
    baseAmount: "0.00",
    status: "draft",
  });
  expect(await rebateNo(orderIds[0] ?? "")).toBe(no);
  expect(
    await p.refused(p.act("evaluation_order", orderIds[0] ?? "", "markAbnormal", { abnormalReason: "other" })),
  ).toBe("已生成返利单，不能标记异常");
  await p.act("rebate", id, "submit");
  expect(await p.read("rebate", id)).toMatchObject({ status: "pending", payableCny: "300.30" });
  expect(await p.refused(p.act("rebate", id, "confirm"))).toBe("不能确认本人创建的返利单");
  await p.leads("rebate", id, "return", { reason: "少一单" });
  expect(await p.read("rebate", id)).toMatchObject({ status: "draft", payableCny: "0.00" });
  await p.confirmed(id);
  expect(await p.read("rebate", id)).toMatchObject({ status: "confirmed", payableCny: "300.30" });
  expect(
    await p.refused(p.leads("rebate", id, "deduct", { settlementNo: "S1", amount: "42.00", day: today() })),
  ).toMatch(/收款方式不是平台扣款/);

  const tx = (work: (c: ReturnType<Rebates["as"]>) => Promise<void>) => p.refused(p.db.tx((sql) => work(p.as(sql))));
  expect(await tx((c) => rebateToRequested(c, [id], "CPQK1"))).toBe("done");
  expect(await tx((c) => rebateToRequested(c, [id], "CPQK2"))).toBe(`返利单${no}不是已确认的应付服务费，不能请款`);
  expect(await p.refused(p.leads("rebate", id, "void", { reason: "x" }))).not.toBe("done");
  expect(await tx((c) => rebateBack(c, [id]))).toBe("done");
  expect(await p.read("rebate", id)).toMatchObject({ status: "confirmed", requestNo: null });
  await tx((c) => rebateToRequested(c, [id], "CPQK3"));
  expect(await tx((c) => settleRebate(c, [id], today()))).toBe("done");
  expect(await p.read("rebate", id)).toMatchObject({
    status: "settled",
    requestNo: "CPQK3",
    settledAmount: "42.00",
    settleDate: today(),
  });
  expect(await facts(no)).toEqual([]);
});

test("an order is in one living rebate; a void one gives it back, an edit drops it", async () => {
  const { resourceId, orderIds } = await p.checked("R013", ["38.51", "38.51", "35.99"]);
  const [a = "", b = "", c = ""] = orderIds;
  const tries = await Promise.all(Array.from({ length: 4 }, () => p.refused(p.fee(resourceId, [a, b]))));
  expect(tries.filter((t) => t === "done")).toHaveLength(1);
  expect(tries.filter((t) => t.startsWith("存在不可返利的测评订单 CPDD"))).toHaveLength(3);
  const first = await p.db.one<{ id: string }>("select id from rebate order by id desc limit 1");
  await p.act("rebate", first?.id ?? "", "void", { reason: "重做" });
  expect(await rebateNo(a)).toBeNull();
  const { id } = await p.fee(resourceId);
  const row = await p.read("rebate", id);
  expect(row).toMatchObject({ amount: "18.00" });
  expect(row.items).toHaveLength(3);
  const lines = z.array(z.looseObject({ orderId: z.string() })).parse(row.items);
  await p.edit("rebate", id, { items: lines.filter((l) => l.orderId !== c) });
  expect(await p.read("rebate", id)).toMatchObject({ amount: "12.00" });
  expect(await rebateNo(c)).toBeNull();
  expect(await p.refused(p.edit("rebate", id, { items: [{ orderId: c }] }))).toBe("明细来自来源单据，只能移除");
  expect(await p.refused(p.edit("rebate", id, { items: [] }))).toBe("请至少保留一条明细");
});

test("what a rebate refuses: periods, adjustments, prices, other people's orders", async () => {
  const { resourceId, orderIds } = await p.checked("R014", ["38.51", "38.51"]);
  const other = await p.resource("R015");
  const refuse = (more: object, ids = orderIds, of = resourceId) => p.refused(p.fee(of, ids, { ...more }));
  expect(await refuse({ periodStart: "2026-01-31", periodEnd: "2026-02-01" })).toBe("结算期间要在同一个月内");
  expect(await refuse({ adjustAmount: "1.21", adjustReason: "补差" })).toBe("调整金额超过10%");
  expect(await refuse({ adjustAmount: "-1.21", adjustReason: "补差" })).toBe("调整金额超过10%");
  expect(await refuse({ adjustAmount: "1.20" })).toBe("请填写调整原因");
  expect(await refuse({}, orderIds, other)).toBe("返利明细的资源或币种不一致");
  expect(await refuse({}, [], other)).toBe("该期间没有可返利的测评订单");
  expect(await refuse({ direction: "receive" })).toBe("应付服务费的来源为测评订单或平台推广，应收返点的来源为返款单");
  const dear = { items: [{ orderId: orderIds[0], unitFee: "6.01" }] };
  expect(await refuse(dear)).toBe("单价不能超过测评任务的单均服务费6.00");
  const { id } = await p.fee(resourceId, orderIds, { adjustAmount: "-1.20", adjustReason: "少一张截图" });
  expect(await p.read("rebate", id)).toMatchObject({ amount: "12.00", payableAmount: "10.80" });
});

test("a fee that the platform keeps is settled once, and is no other fee any longer", async () => {
  const { resourceId, orderIds } = await p.checked("R016", ["38.51", "35.99"], { payMethod: "platform" });
  const { id, no } = await p.fee(resourceId, orderIds);
  await p.confirmed(id);
  const deduct = (more: object) =>
    p.refused(
      p.leads("rebate", id, "deduct", {
        settlementNo: "S-1",
        amount: "12.00",
        day: today(),
        inSettlement: true,
        ...more,
      }),
    );
  expect(await deduct({ amount: "11.99" })).toBe("扣款金额11.99与应付金额12.00不一致");
  expect(await deduct({ day: today(1) })).toBe("扣款日期不能晚于今天");
  const both = await Promise.all([deduct({}), deduct({})]);
  expect(both.filter((t) => t === "done")).toHaveLength(1);
  expect(await p.read("rebate", id)).toMatchObject({ status: "settled", settlementNo: "S-1", settleDate: today() });
  expect(await facts(no)).toEqual([
    { seller_sku: "S-A100", column_name: "other_fee", day: today(), amount: -12 },
    { seller_sku: "S-A100", column_name: "promo_fee", day: today(), amount: 85.8 },
  ]);
});
