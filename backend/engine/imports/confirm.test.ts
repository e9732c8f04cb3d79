import { afterAll, beforeAll, expect, it } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";

/* Rates that jump are asked about: one by one in the form, once for all of them in a file. */

let backend: TestBackend;
let token: string;
beforeAll(async () => {
  backend = await testBackend();
  token = await login(backend.url, "finance");
});
afterAll(() => backend?.close());

async function send(path: string, body: object | FormData) {
  const form = body instanceof FormData;
  const answer = await fetch(`${backend.url}/finance/rate${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, ...(!form && { "content-type": "application/json" }) },
    body: form ? body : JSON.stringify(body),
  });
  return { status: answer.status, ...(await answer.json()) };
}

/** A file of rates of one currency, checked. */
async function checked(currency: string, rates: [day: string, rate: string][]) {
  const lines = rates.map(([day, rate]) => `${currency},${day},${rate}`);
  const form = new FormData();
  const text = ["币种,生效日期,官方汇率", ...lines].join("\n");
  form.append("file", new Blob([text]), "汇率.csv");
  const { data } = await send("/import", form);
  return (await send(`/import/${data.id}/check`, {})).data;
}

const asked = (row: number, msg: string) => ({ row, msg: expect.stringContaining(msg), asks: true });

it("rows that are to be confirmed are shown by the check and taken by one answer", async () => {
  expect((await send("", { currency: "USD", effectiveDate: "1990-01-01", officialRate: "5" })).code).toBe(0);
  const file = await checked("USD", [
    ["1990-02-01", "7"],
    ["1990-03-01", "5.5"],
    ["1990-04-01", "9"],
  ]);
  expect(file).toMatchObject({
    status: "checked",
    added: 3,
    question: "有2行需要确认，请核对后再导入",
    errors: [asked(2, "USD汇率7与1990-01-01的5"), asked(4, "USD汇率9与1990-01-01的5")],
  });
  const commit = (body: object) => send(`/import/${file.id}/commit`, body);
  const unanswered = { status: 409, confirm: true, msg: file.question };
  expect(await commit({})).toMatchObject(unanswered);
  expect(await commit({ confirmed: "另一个问题" })).toMatchObject(unanswered);
  // Beside each other the rows jump otherwise than each of them alone: that is asked before it is written.
  const again = await commit({ confirmed: file.question });
  expect(again.data).toMatchObject({ status: "checked" });
  expect(again.data.errors.map((e: { row: number }) => e.row)).toEqual([2, 3, 4]);
  const count = () =>
    backend.db.query("select 1 from exchange_rate where effective_date between '1990-02-01' and '1990-04-01'");
  expect(await count()).toHaveLength(0);
  const done = await commit({ confirmed: again.data.question });
  expect(done.data).toMatchObject({ status: "done", added: 3 });
  expect(await count()).toHaveLength(3);
});

it("what is wrong is refused although something else is to be confirmed", async () => {
  await send("", { currency: "EUR", effectiveDate: "1990-01-01", officialRate: "8" });
  const file = await checked("EUR", [
    ["1990-02-01", "12"],
    ["1990-03-01", "0"],
  ]);
  expect(file).toMatchObject({ status: "refused", question: null });
  expect((await send(`/import/${file.id}/commit`, { confirmed: true })).status).toBe(409);
});
