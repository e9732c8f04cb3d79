import { afterAll, beforeAll, expect, test } from "vitest";
import { approveAll, asSystem } from "#backend/demo/acting";
import { today } from "#backend/platform/values/calendar";
import { lineIn, orderIn } from "../order/platform/platform.testing";
import { turnPromotions } from "./platform/turn";
import { openPromotion, type Promotion } from "./promotion.testing";

let p: Promotion;
beforeAll(async () => {
  p = await openPromotion();
});
afterAll(() => p?.db.close());

const NAME = "platform_promotion";
const draft = (more: object = {}, line: object = {}) =>
  p.add(NAME, {
    promoName: "夏季优惠券",
    promoType: "coupon",
    storeId: p.storeId,
    platformPromoId: "SUMMER",
    startTime: `${today(1)} 00:00:00`,
    endTime: `${today(8)} 00:00:00`,
    fixedFee: "5.00",
    unitFee: "0.60",
    items: [{ skuId: p.skus.A100, originalPrice: "40.00", promoPrice: "30.00", planQty: 10, ...line }],
    ...more,
  });

test("what a promotion works out: discount, margin, budget; and what it refuses", async () => {
  const { id } = await draft();
  // 30 × 85 % − cost − fulfilment of 3 + 7 % − 0.60, of 30.
  const row = await p.read(NAME, id);
  expect(row).toMatchObject({ budget: "111.00", planQty: 10, minMarginOk: true, currency: "USD" });
  expect(row).toMatchObject({ items: [{ discountRate: "25.00", asin: "B0DEMO0001" }] });
  expect(await p.refused(draft({}, { promoPrice: "40.00" }))).toBe("活动价要低于原价");
  expect(await p.refused(draft({}, { promoPrice: "39.00" }))).toBe("优惠券的折扣为5%到50%");
  expect(await p.refused(draft({ budget: "110.99" }))).toBe("预算不能低于按费用和计划数量计算的111.00");
  expect(await p.refused(draft({ promoType: "lightningDeal" }))).toBe("秒杀不能超过24小时");
  expect(await p.refused(draft({ endTime: `${today()} 00:00:00` }))).toBe("结束时间要晚于开始时间");
  const thin = await draft({ promoType: "bestDeal" }, { promoPrice: "8.00" });
  expect(await p.read(NAME, thin.id)).toMatchObject({ minMarginOk: false });
});

test("two of one ASIN do not overlap, also when they are approved at once; by the site's clock they start and end", async () => {
  const first = await draft();
  const second = await draft();
  for (const { id } of [first, second]) await p.act(NAME, id, "submit");
  const answers = await Promise.all(
    [first, second].map(({ id }) => p.refused(p.db.tx((sql) => approveAll(asSystem(sql), NAME, id)))),
  );
  expect(answers.filter((a) => a === "done")).toHaveLength(1);
  expect(answers.find((a) => a !== "done")).toMatch(/^ASIN B0DEMO0001 在该时段已有推广 PTTG\d{10}$/);
  const id = [first, second][answers.indexOf("done")]?.id ?? "";

  const state = async () => {
    await turnPromotions(p.db);
    return (await p.read(NAME, id)).status;
  };
  /** Its start and end on the clock of the site, so many hours from now. */
  const clock = (from: number, to: number) =>
    p.db.query(
      `update platform_promotion p set
         start_time = ((now() + make_interval(hours => $2)) at time zone i.timezone) at time zone 'Asia/Shanghai',
         end_time = ((now() + make_interval(hours => $3)) at time zone i.timezone) at time zone 'Asia/Shanghai'
       from site i where i.id = p.site_id and p.id = $1`,
      [id, from, to],
    );
  await clock(1, 5);
  expect(await state()).toBe("approved");
  await clock(-1, 5);
  expect(await state()).toBe("running");
  // Nobody knows yet what it brings.
  expect(await p.read(NAME, id)).toMatchObject({
    actualQty: null,
    actualSales: null,
    actualCost: null,
    roi: null,
    salesCny: null,
    items: [{ actualQty: null, actualSales: null }],
  });
  const sold = (no: string, promotionIds: string[], status: "Shipped" | "Canceled" = "Shipped") =>
    p.shopOrder(
      orderIn({
        platformOrderNo: no,
        status,
        purchaseTime: new Date().toISOString(),
        lines: [lineIn({ qty: 2, itemPrice: "80.00", promotionDiscount: "20.00", promotionIds })],
      }),
    );
  await sold("113-0000000-0000001", ["SUMMER"]);
  await sold("113-0000000-0000002", ["SUMMER", "OTHER"]);
  await sold("113-0000000-0000003", ["OTHER"]);
  await sold("113-0000000-0000004", ["SUMMER"], "Canceled");
  await clock(-5, -1);
  expect(await state()).toBe("ended");
  // 4 units: cost 5 + 4 × (40 − 30 + 0.60) = 47.40, roi (120 − 47.40) / 47.40.
  expect(await p.read(NAME, id)).toMatchObject({
    actualQty: 4,
    actualSales: "120.00",
    actualCost: "47.40",
    roi: "1.53",
    items: [{ actualQty: 4, actualSales: "120.00" }],
  });
  expect(await p.refused(p.act(NAME, id, "review", { conclusion: "太短" }))).toMatch(/复盘结论/);
  await p.act(NAME, id, "review", { conclusion: "转化高于预期，下次提高优惠券数量" });
  expect((await p.read(NAME, id)).status).toBe("reviewed");
});
