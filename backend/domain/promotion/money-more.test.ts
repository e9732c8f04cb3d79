import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { approveAll, asSystem } from "#backend/demo/acting";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { today } from "#backend/platform/values/calendar";
import type { DocumentType } from "#documents/kit";
import { evaRefund } from "#documents/promotion/refund";
import { evaRequest } from "#documents/promotion/request";
import { actAs } from "../../../tests/acting";
import { given } from "../../../tests/given";
import { type Money, openMoney } from "./money.testing";

let p: Money;
beforeAll(async () => {
  p = await openMoney();
});
beforeEach(async () => {
  await p.db.query("update evaluation_application set del_flag = 1");
});
afterAll(() => p?.db.close());

test("a currency without cents has fees without cents, and its own rate", async () => {
  const site = given(
    await p.db.one<{ id: string; currency: string }>(
      "select z.id, z.currency from store s join site z on z.id = s.site_id where s.id = $1",
      [p.storeId],
    ),
  );
  const currency = (text: string) => p.db.query("update site set currency = $2 where id = $1", [site.id, text]);
  await currency("JPY");
  await p.db.query("update exchange_rate set official_rate = 0.048, my_rate = null where currency = 'JPY'");
  const { orders, applicationId } = await p.bought("R031", ["151"]);
  await p.db.query("update evaluation_application set budget_amount = 5000 where id = $1", [applicationId]);
  const id = await p.verified(await p.checks(orders));
  expect(await p.read("eva_refund", id)).toMatchObject({
    currency: "JPY",
    goodsAmount: "151.00",
    feeAmount: "5.00",
    totalAmount: "156.00",
    amountCny: "7.49",
  });
  const request = await p.requestOf([id]);
  await p.act("eva_request", request.id, "submit");
  await p.agreed(request.id);
  await p.pays((await p.financeOf(request.id)).id, "156");
  expect(await p.read("eva_request", request.id)).toMatchObject({
    status: "paid",
    currency: "JPY",
    paidAmount: "156.00",
    amountCny: "7.49",
  });
  await currency(site.currency);
});

test("one payee; what the platform deducts is not asked for", async () => {
  const first = await p.bought("R032", ["38.51"]);
  const one = await p.verified(await p.checks(first.orders));
  await p.db.query("update evaluation_application set del_flag = 1");
  const second = await p.bought("R033", ["38.51"], { payeeAccount: "GB99 0000 1111 2222" });
  const other = await p.verified(await p.checks(second.orders));
  expect(await p.refused(p.requestOf([one, other]))).toBe("一张请款单只能有一个收款方");
  await p.db.query("update evaluation_application set del_flag = 1");
  const kept = await p.bought("R034", ["38.51"], { payMethod: "platform", payeeName: null, payeeAccount: null });
  const deducted = await p.verified(await p.checks(kept.orders));
  expect(await p.refused(p.requestOf([deducted]))).toMatch(/^单据 CPFK\d{10} 由平台扣款，不能请款$/);
});

test("the fees of a promotion are asked for once, of no budget, and cost its SKUs to the cent", async () => {
  const resourceId = await p.resource("R035");
  const deal = await p.add("platform_promotion", {
    promoName: "优惠券",
    promoType: "coupon",
    storeId: p.storeId,
    fixedFee: "35.01",
    startTime: `${today(1)} 00:00:00`,
    endTime: `${today(5)} 00:00:00`,
    unitFee: "0",
    items: [
      { skuId: p.skus.A100, originalPrice: "100", promoPrice: "90", planQty: 2 },
      { skuId: p.skus.B200, originalPrice: "200", promoPrice: "180", planQty: 1 },
    ],
  });
  const asked = (more = {}) => p.from("eva_request", { promotionIds: deal.id }, more);
  expect(await p.refused(asked({ resourceId }))).toMatch(/^平台推广PTTG\d{10}未审核通过，不能请款$/);
  await p.act("platform_promotion", deal.id, "submit");
  await p.db.tx((sql) => approveAll(asSystem(sql), "platform_promotion", deal.id));
  expect(await p.refused(asked())).toBe("请选择收款方");
  const { id } = await asked({ resourceId });
  const twin = await asked({ resourceId });
  expect(await p.read("eva_request", id)).toMatchObject({ requestType: "promotion", amount: "35.01", shares: [] });
  await p.act("eva_request", id, "submit");
  expect(await p.refused(p.act("eva_request", twin.id, "submit"))).toMatch(/^单据 PTTG\d{10} 已请款$/);
  await p.agreed(id);
  await p.pays((await p.financeOf(id)).id, "35.01");
  const { no } = await p.read("eva_request", id);
  const cost = (await p.facts()).filter((f) => f.no === no);
  // 35.01 × 7.15 = 250.32, two parts of three and the rest.
  expect(cost.map((f) => [f.sku, Number(f.amount).toFixed(2)])).toEqual([
    ["S-A100", "166.88"],
    ["S-B200", "83.44"],
  ]);
});

test("another tenant and a lower role get nowhere", async () => {
  const { orders } = await p.bought("R036", ["38.51", "38.51"]);
  const [first, second] = await p.checks(orders);
  const { id } = await p.refundOf([first ?? ""]);
  await p.act("eva_refund", id, "submit");
  const request = await p.requestOf([await p.verified([second ?? ""])]);
  const permissions = new Set(["promo_refund_approve", "promo_evarequest_submit"]);
  const said = (tenantId: string, caller: object) =>
    Promise.all(
      (
        [
          [evaRefund, id, "verify"],
          [evaRequest, request.id, "submit"],
        ] as const
      ).map(([document, of, action]) =>
        p.refused(
          p.db.tx((sql) =>
            perform<DocumentType, string>(
              { ...actAs(sql, { tenantId, ...caller }), tenantId },
              document,
              of,
              action,
              {},
            ),
          ),
        ),
      ),
    );
  expect(await said("2", { permissions })).toEqual(["单据不存在", "单据不存在"]);
  expect(await said("1", {})).toEqual(["当前操作没有权限", "当前操作没有权限"]);
});
