import { afterAll, beforeAll, expect, it } from "vitest";
import { RETURN } from "#backend/domain/purchase/return/return.testing";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { postPayables } from "#backend/ledgers/payables/post";
import { today } from "#backend/platform/values/calendar";
import { paymentRequest } from "#documents/finance/payment-request";
import { actAs } from "../../../../tests/acting";
import { openRequests, REQUEST, type Requests } from "./request.testing";

let w: Requests;
beforeAll(async () => {
  w = await openRequests();
});
afterAll(() => w?.close());

/** What is said to somebody who may see prices, and to somebody who may not. */
const said = async (id: string) => {
  const as = (permissions: string[]) =>
    w.db
      .tx((sql) => {
        const c = actAs(sql, { permissions: new Set(permissions) });
        return perform(c, paymentRequest, id, "submit", {}, { trusted: true });
      })
      .then(
        () => "submitted",
        (error: Error) => error.message,
      );
  return [await as(["purchase_price_view"]), await as([])];
};

it("a month asks for what came before it, and no more", async () => {
  const po = await w.order([[100, "10.00"]], { settle_method: "monthly", payable_amount: "1130.00" });
  const debt = { supplierId: w.supplierId, poId: po.id, currency: "CNY", rate: "1" };
  const came = (amount: string, bizDate: string) =>
    w.db.tx((sql) => {
      const source = { document: "purchase_order", id: po.id, no: po.no };
      return postPayables(actAs(sql), source, debt, [{ type: "receipt", amount }], bizDate);
    });
  await came("452.00", today(-Number(today().slice(8))));
  await came("678.00", today());
  const form = await w.formOf([po.id]);
  expect(form).toMatchObject({ requestType: "monthly", items: [{ amount: "452.00" }] });
  const more = await w.draft([po.id], {}, ["452.01"]);
  expect(await said(more)).toEqual(["累计请款452.01超过应付金额452.00", "累计请款超过应付金额"]);
  await w.approved([po.id]);
  const again = await w.buyer.send("GET", `${REQUEST}/prefill`, undefined, { poIds: po.id });
  expect(again.body.msg).toBe(`采购单${po.no}没有可请款金额`);
});

it("an amount of an order is named to those who may see prices", async () => {
  const po = await w.order([[100, "10.00"]]);
  expect(await said(await w.draft([po.id], {}, ["339.01"]))).toEqual([
    "预付款累计不能超过339.00",
    "预付款累计超过订单的预付比例",
  ]);
  const credit = await w.order([[100, "10.00"]], { settle_method: "cod" });
  await w.receive(credit, [[0, 100]]);
  await w.pay(await w.approved([credit.id]), 1, "1130.00");
  await w.shipped(RETURN, credit, [[0, 10]]);
  const form = await w.formOf([po.id]);
  const { id } = await w.buyer.add(REQUEST, {
    ...form,
    invoiceStatus: "all",
    items: [...form.items, { bizType: "offset", poId: credit.id, amount: "-113.01" }],
  });
  const least = `采购单${credit.no}的抵扣金额不能超过应退余额`;
  expect(await said(id)).toEqual([`${least}113.00`, least]);
});
