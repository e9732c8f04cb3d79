import { afterAll, beforeAll, expect, it } from "vitest";
import { openRequests, REQUEST, type Requests } from "./request.testing";

let w: Requests;
beforeAll(async () => {
  w = await openRequests();
});
afterAll(() => w?.close());

it("what is paid before it is due is said beside the button, and goes through", async () => {
  const po = await w.order([[10, "10.00"]]);
  const id = await w.draft([po.id]);
  await w.db.query("update payment_request set due_date = expect_pay_date + 3 where id = $1", [id]);
  const seen = async () => (await w.buyer.send("GET", `${REQUEST}/${id}`)).body.data;
  expect(await seen()).toMatchObject({
    refused: {},
    warned: { submit: expect.stringMatching(/^期望付款日.+早于应付到期日.+，属于提前付款$/) },
  });
  w.good(await w.submit(id));
  expect(await seen()).toMatchObject({ status: "auditing", warned: {} });
});

it("a form of several orders names those that it leaves out", async () => {
  const ready = await w.order([[10, "10.00"]]);
  const asked = await w.order([[10, "20.00"]]);
  await w.approved([asked.id]);
  const alone = await w.formOf([ready.id]);
  expect(alone).not.toHaveProperty("told");
  const form = await w.formOf([ready.id, asked.id]);
  expect(form.items).toHaveLength(1);
  expect(form).toMatchObject({ told: `按预付款请款，未带入1张采购单：采购单${asked.no}没有可请款金额` });
});

it("the chain of a request shows what its order received, not what others did", async () => {
  const po = await w.order([[10, "10.00"]], { settle_method: "cod" });
  const deliveryId = await w.ship(po, [[0, 10]], "normal");
  const signId = await w.sign(deliveryId);
  await w.inspect(signId, [[0, 10, 0]]);
  const other = await w.order([[10, "10.00"]]);
  const id = await w.draft([po.id]);
  const deposit = await w.draft([other.id]);
  const around = async (request: string) => {
    const answer = await w.buyer.send("GET", `/admin/chain/payment_request/${request}`);
    const found: { type: string; id: string; way: string }[] = w.good(answer);
    return found.map((l) => `${l.way} ${l.type}`);
  };
  expect(await around(id)).toEqual(
    expect.arrayContaining(["from purchase_order", "beside delivery", "beside wms_sign"]),
  );
  expect(await around(deposit)).not.toContain("beside wms_sign");
});
