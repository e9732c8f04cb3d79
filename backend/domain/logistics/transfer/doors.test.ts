import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { login } from "../../../../tests/harness";
import { twinOf } from "../../../../tests/harness-twin";
import { openYard, TRANSFER, type Yard } from "./transfer.testing";

let s: Yard;
let urls: string[];
let token: string;
let close: () => Promise<void>;
beforeAll(async () => {
  s = await openYard();
  const twin = await twinOf(s.backend);
  urls = [s.backend.url, twin.url];
  token = await login(s.backend.url, "admin");
  close = twin.close;
});
afterAll(async () => {
  expect(await ledgerFaults(s.db)).toEqual([]);
  await close();
  await s.backend.close();
});

async function post(url: string | undefined, path: string, body: object, key: string) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key };
  const answer = await fetch(`${url}${TRANSFER}/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { url, key, status: answer.status, body: await answer.json() };
}

test("two replicas act on one transfer at once, each key twice: it happens once", async () => {
  await s.fill(0, 60, "3.33");
  const id = await s.approved(
    s.form([[0, 60]], { transferType: "2", toWarehouseId: await s.place("OS-LA"), shipmentId: null }),
  );
  const step = async (action: string, more: object = {}) => {
    const body = { ...more, version: (await s.read(id)).version };
    const keys = [randomUUID(), randomUUID()];
    const answers = await Promise.all(
      keys.flatMap((key) => urls.map((url) => post(url, `${id}/${action}`, body, key))),
    );
    const done = answers.filter((a) => a.status === 200);
    const refused = answers.filter((a) => a.status === 409);
    expect([done.length + refused.length, new Set(done.map((a) => a.key)).size]).toEqual([4, 1]);
    // Whoever asks again with the key that did it, wherever, hears the same.
    for (const url of urls) {
      const again = await post(url, `${id}/${action}`, body, done[0]?.key ?? "");
      expect([again.status, again.body]).toEqual([200, done[0]?.body]);
    }
  };
  await step("pack");
  await step("ship");
  expect((await s.act(id, "setFee", { feeCurrency: "JPY", actualFreight: "1.5" })).body.msg).toBe("日元金额不能有小数");
  await step("setFee", { feeCurrency: "JPY", actualFreight: "1001" });
  await step("receive");
  const row = await s.read(id);
  expect(row).toMatchObject({ status: "done", shippedQty: 60, receivedQty: 60, lostQty: 0 });
  expect(row.feeAmount).toBe(row.freightCny);
});

test("nothing that is worked out is taken from a form", async () => {
  const head = {
    status: "done",
    shippedQty: 77,
    receivedQty: 77,
    outAmount: "77.00",
    feeAmount: "77.00",
    customsId: "1",
    cabinetId: "1",
    freightCny: "77.00",
    actualFreight: "77.00",
  };
  const line = { shippedQty: 77, outAmount: "77.00", feePosted: "77.00", receivedGoodQty: 77 };
  const form = s.form([[0, 1]], { ...head, boxes: [{ boxNo: 77, qty: 77 }] });
  const items = [{ skuId: s.skus[0], goodQty: 1, badQty: 0, ...line }];
  const { id } = await s.o.as("admin").add(TRANSFER, { ...form, items });
  const row = await s.read(id);
  expect([row.status, row.boxes]).toEqual(["draft", []]);
  expect(JSON.stringify({ ...row, shipmentId: null })).not.toContain("77");
});

test("who may not know costs reads none, of header and lines", async () => {
  const secret = /"(outAmount|feeAmount|feePosted|inAmount|inUnitCost|lostAmount)"/;
  const all = JSON.stringify(s.o.good(await s.o.as("finance").send("GET", `${TRANSFER}/page`)));
  expect(all).toContain('"freightCny"');
  for (const who of ["warehouse", "logistics"])
    for (const path of ["page", "rows", "1"]) {
      const { status, body } = await s.o.as(who).send("GET", `${TRANSFER}/${path}`);
      if (status === 200) expect(JSON.stringify(body)).not.toMatch(secret);
      if (path !== "rows") expect(status).toBe(200);
    }
});
