import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "../../../tests/harness";
import { COOPERATION, DELIVER, FEE, type Kol, openKol, STAR } from "./kol.testing";

/* What stays with whom: companies apart, payee data with who may see it, money in its currency and in CNY. */

let k: Kol;
beforeAll(async () => {
  k = await openKol();
});
afterAll(() => k.backend.close());

test.each([
  ["EUR", "8.1", "100.00", "810.00"],
  ["JPY", "0.048", "12001", "576.05"],
])("a fee in %s is the same in CNY in request, cooperation and facts", async (currency, rate, fee, cny) => {
  await k.db.query("update exchange_rate set official_rate = $2, my_rate = null where currency = $1", [currency, rate]);
  await k.db.query(
    `insert into company_account (company_id, line_no, bank_name, account_no, currency, enabled)
     select id, 20 + ascii($1), '招商银行', '7559000' || $1, $1, true from company where code = 'C1'`,
    [currency],
  );
  const star = await k.owned(currency, { quoteCurrency: currency });
  const cooperation = await k.approved(star, {
    coopMode: "fixed",
    feeCurrency: currency,
    fixedFee: fee,
    commissionRate: null,
    commissionCap: null,
  });
  const content = { url: `https://example.com/${currency}` };
  k.o.good(await k.kol.act(COOPERATION, cooperation, "registerContent", content));
  const before = Number(await k.facts());
  const id = await k.paidFee(cooperation, "balance", { fixedPart: fee });
  expect(await k.read(FEE, id)).toMatchObject({ status: "paid", currency, amountCny: cny });
  const { id: requestId } = await k.requestOf(id);
  const request = await k.read("/finance/request", requestId);
  expect(request).toMatchObject({ status: "paid", currency });
  expect(Number(request.amount)).toBe(Number(fee));
  expect(await k.db.one("select base_amount::text as cny from payment_request where id = $1", [requestId])).toEqual({
    cny,
  });
  expect(await k.read(COOPERATION, cooperation)).toMatchObject({ feeCny: cny, totalCostCny: cny });
  expect((Number(await k.facts()) - before).toFixed(2)).toBe(cny);
});

test("who may not see payee data gets none, neither on the page nor in a file", async () => {
  const id = await k.owned("X", {
    payMethod: "bank",
    payeeName: "Anna Secret",
    payeeBank: "Secret Bank",
    payeeAccount: "US64SECRET9012",
  });
  const hidden = /Secret|SECRET|9012|annaX@/;
  const own = JSON.stringify(await k.kol.read(STAR, id));
  expect(own, "who may").toMatch(/Anna Secret/);
  expect(own, "an account is nobody's to read").not.toContain("US64SECRET");
  const exec = k.o.as("exec");
  expect(JSON.stringify(await exec.read(STAR, id))).not.toMatch(hidden);
  const token = await login(k.backend.url, "exec");
  for (const lines of ["", "&lines=true"]) {
    const file = await fetch(`${k.backend.url}${STAR}/export?ids=${id}${lines}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(file.status).toBe(200);
    const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
    const said = JSON.stringify(sheets.map(({ rows }) => rows));
    expect(said).toContain("TechAnnaX");
    expect(said).not.toMatch(hidden);
  }
});

test("another company's stars, cooperations, deliveries and fees are not there", async () => {
  const star = await k.owned("Z");
  const cooperation = await k.approved(star);
  const { id: fee } = await k.fee(cooperation, "advance", { fixedPart: "100.00" });
  const { id: deliver } = await k.kol.add(DELIVER, {
    cooperationId: cooperation,
    deliverType: "warehouse",
    warehouseId: k.warehouseId,
    items: [{ skuId: k.skus[0], qty: 1 }],
  });
  const admin = k.o.as("admin");
  const rows = [
    [STAR, star, "star"] as const,
    [COOPERATION, cooperation, "cooperation"] as const,
    [DELIVER, deliver, "deliver"] as const,
    [FEE, fee, "ads_fee"] as const,
  ];
  for (const [api, id, table] of rows) {
    const known = async () => {
      const { body } = await admin.send("GET", `${api}/page`, undefined, { size: "100" });
      return JSON.stringify(body.data).includes(`"id":"${id}"`);
    };
    expect(await known(), api).toBe(true);
    await k.db.query(`update ${table} set tenant_id = 2 where id = $1`, [id]);
    expect(await known(), api).toBe(false);
    const { status, body } = await admin.send("GET", `${api}/${id}`);
    expect([status, body.msg], api).toEqual([404, "单据不存在"]);
  }
});
