import { afterAll, beforeAll, expect, it } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";

let backend: TestBackend;
let token: string;
beforeAll(async () => {
  backend = await testBackend();
  token = await login(backend.url, "finance");
});
afterAll(() => backend?.close());

const call = async (method: string, body: object) => {
  const answer = await fetch(`${backend.url}/finance/rate`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
};
const rate = (currency: string, effectiveDate: string, officialRate: string, more: object = {}) =>
  call("POST", { currency, effectiveDate, officialRate, ...more });

it("is a positive rate of a foreign currency", async () => {
  expect((await rate("USD", "1990-01-01", "0")).body.fields).toEqual({ officialRate: "官方汇率须大于0" });
  expect((await rate("USD", "1990-01-01", "7", { myRate: "0" })).body.fields).toEqual({ myRate: "自定汇率须大于0" });
  expect((await rate("CNY", "1990-01-01", "1")).body.fields).toEqual({ currency: "人民币不需要汇率" });
});

it("a jump of more than 20 % is asked about, up and down, and saved when it is confirmed", async () => {
  expect((await rate("USD", "1990-02-01", "5")).status).toBe(200);
  expect((await rate("USD", "1990-02-02", "6")).status).toBe(200);
  const asked = await rate("USD", "1990-02-03", "7.21");
  expect(asked).toMatchObject({
    status: 409,
    body: { confirm: true, msg: "USD汇率7.21与1990-02-02的6相差超过20%，请确认无误" },
  });
  const down = await rate("USD", "1990-02-03", "4.79", { confirmed: false });
  expect(down.body.confirm).toBe(true);
  const { msg } = asked.body;
  // An answer to another question is none.
  expect((await rate("USD", "1990-02-03", "70.21", { confirmed: msg })).status).toBe(409);
  expect((await rate("USD", "1990-02-03", "7.21", { confirmed: msg })).status).toBe(200);
  expect((await rate("USD", "1990-02-04", "1", { confirmed: true })).status).toBe(200);
});

it("asks again only when the used rate changes", async () => {
  await rate("EUR", "1990-02-01", "8");
  const made = await rate("EUR", "1990-02-02", "12", { confirmed: true });
  const { id, version } = made.body.data;
  const noted = await call("PUT", { id, version, source: "手工" });
  expect(noted.status).toBe(200);
  const next = { id, version: noted.body.data.version };
  expect((await call("PUT", { ...next, myRate: "13" })).body.confirm).toBe(true);
  expect((await call("PUT", { ...next, myRate: "13", confirmed: true })).status).toBe(200);
});
