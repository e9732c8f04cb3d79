import { afterAll, beforeAll, expect, it } from "vitest";
import { actAs } from "../../tests/acting";
import { login, type TestBackend, testBackend } from "../../tests/harness";
import { postPayables } from "./post";

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
