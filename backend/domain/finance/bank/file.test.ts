import { afterAll, beforeAll, expect, it } from "vitest";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { type Bank, openBank } from "../pay/pay.testing";

let backend: TestBackend;
let bank: Bank;
beforeAll(async () => {
  backend = await testBackend();
  bank = await openBank(backend.db);
});
afterAll(() => backend?.close());

/** The file of transfers, or why there is none. */
async function file(api: "payment" | "oapayment", ...ids: string[]) {
  const answer = await fetch(`${backend.url}/finance/${api}/bankfile?ids=${ids.join()}`, {
    headers: { authorization: `Bearer ${await login(backend.url, "cashier")}` },
  });
  const text = await answer.text();
  return answer.ok ? text : JSON.parse(text).msg;
}
const pays = async (amount: string, more: object = {}) =>
  bank.pays(await bank.request({ lines: [{ amount }], ...more }));
const inUsd = (payAmount: string) => ({ payCurrency: "USD", payRateType: "request", payRate: "7.1480", payAmount });

it("what the OA has to release is in no file of single payments, in any currency", async () => {
  const small = await pays("49999.99");
  const large = await pays("50000.00");
  const limit = "金额达到50000元须走OA付款";
  expect(await file("payment", small.id)).toContain(`${small.no},7559000`);
  expect(await file("payment", small.id, large.id)).toBe(`付款单${large.no}${limit}`);
  const [under, over] = [await pays("49992.11", inUsd("6993.86")), await pays("50007.41", inUsd("6996.00"))];
  expect(await file("payment", under.id)).toContain(",USD,6993.86,");
  expect(await file("payment", over.id)).toBe(`付款单${over.no}${limit}`);

  await bank.act("cashier", "payment", large.id, "toOa", { usage: "大额货款付款" });
  const oaId = String((await bank.read("payment", large.id)).oaPaymentId);
  const { no } = await bank.read("oa", oaId);
  expect(await file("oapayment", oaId)).toBe(`OA付款单${no}状态不是待付款`);
  await bank.act("finance", "oa", oaId, "approve");
  if ((await bank.read("oa", oaId)).status === "auditing") await bank.act("exec", "oa", oaId, "approve");
  expect(await file("oapayment", oaId)).toContain(",CNY,50000.00,大额货款付款");
});
