import { afterAll, beforeAll, expect, it } from "vitest";
import { actAs } from "../../../tests/acting";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { postAll, postPayables } from "./post";

let backend: TestBackend;
let supplierId: string;
beforeAll(async () => {
  backend = await testBackend();
  const row = await backend.db.one<{ id: string }>(
    `insert into supplier (no, name, supplier_type, status, currency, level, create_by, address)
     values ('GY88000001', '双币供应商', 'goods', 'approved', 'USD', 'B', 1, '深圳') returning id`,
  );
  supplierId = row?.id ?? "";
  const post = (currency: string, rate: string, ...amounts: string[]) =>
    backend.db.tx((sql) =>
      postPayables(
        actAs(sql),
        { document: "purchase_order", id: "1", no: "CG1" },
        { supplierId, poId: null, currency, rate },
        amounts.map((amount) => ({ type: "fee", amount })),
      ),
    );
  await post("USD", "7.1523", "100.00", "-0.50");
  await post("JPY", "0.0484", "15500");
  await post("CNY", "1", "33.33");
});
afterAll(() => backend?.close());

const summary = async (who: string, query: string) => {
  const answer = await fetch(`${backend.url}/finance/ap/page?${query}`, {
    headers: { Authorization: `Bearer ${await login(backend.url, who)}` },
  });
  return (await answer.json()).data.summary;
};

it("the balance of a supplier stands per currency, with all of it in CNY", async () => {
  // 715.23 − 3.58 + 750.20 + 33.33
  expect(await summary("finance", `supplierId=${supplierId}`)).toEqual({
    amount: { CNY: "33.33", JPY: "15500.00", USD: "99.50" },
    baseAmount: "1495.18",
  });
  expect(await summary("finance", `supplierId=${supplierId}&currency=USD`)).toEqual({
    amount: { USD: "99.50" },
    baseAmount: "711.65",
  });
  const supplier = await backend.db.one<{ balance: string }>(
    "select ap_balance::text as balance from supplier where id = $1",
    [supplierId],
  );
  expect(supplier).toEqual({ balance: "1495.18" });
});

it("entries of several orders at once go on from the balance of each", async () => {
  const debt = { supplierId, currency: "USD", rate: "7" };
  const source = { document: "payment", id: "2", no: "FK2" };
  const post = (...owed: [poId: string, ...amounts: string[]][]) =>
    backend.db.tx((sql) =>
      postAll(
        actAs(sql),
        source,
        owed.map(([poId, ...amounts]) => ({
          ...debt,
          poId,
          entries: amounts.map((amount) => ({ type: "fee", amount })),
        })),
      ),
    );
  await post(["900001", "10.00", "0", "5.00"], ["900002", "1.00"]);
  await post(["900002", "-0.40"], ["900001", "-15.00", "2.00"]);
  const rows = await backend.db.query<{ text: string }>(
    `select concat_ws(' ', po_id, amount, balance) as text from ap_entry
     where biz_no = 'FK2' order by id`,
  );
  expect(rows.map((r) => r.text)).toEqual([
    "900001 10.00 10.00",
    "900001 5.00 15.00",
    "900002 1.00 1.00",
    "900002 -0.40 0.60",
    "900001 -15.00 0.00",
    "900001 2.00 2.00",
  ]);
});

it("nothing owed in a currency is nothing in CNY: the last entry takes what roundings left", async () => {
  const debt = { supplierId, poId: "77", currency: "USD", rate: "7.1523" };
  const source = { document: "payment", id: "3", no: "FK3" };
  const post = (...amounts: string[]) =>
    backend.db.tx((sql) =>
      postPayables(
        actAs(sql),
        source,
        debt,
        amounts.map((amount) => ({ type: "payment", amount })),
      ),
    );
  const owed = () =>
    backend.db.one(
      `select sum(amount)::text as amount, sum(base_amount)::text as base from ap_entry
       where po_id = 77`,
    );
  await post("100.00");
  await post("-33.33", "-33.33");
  await post("-33.34");
  expect(await owed()).toEqual({ amount: "0.00", base: "0.00" });
  await post("33.34");
  await post("-33.34");
  expect(await owed()).toEqual({ amount: "0.00", base: "0.00" });
});
