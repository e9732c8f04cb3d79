import { afterAll, beforeAll, expect, test } from "vitest";
import { office } from "#backend/domain/product/product.testing";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import type { RuleValues } from "#backend/engine/documents/rules";
import { freightTemplate } from "#documents/logistics/freight-template";
import { actAs } from "../../../../tests/acting";
import { testBackend } from "../../../../tests/harness";
import { addTemplate, forwarder, templateValues } from "./freight.testing";

let backend: Awaited<ReturnType<typeof testBackend>>;
beforeAll(async () => {
  backend = await testBackend();
  const { db } = backend;
  const provider = await forwarder(db, "比价货代");
  const enabled = (name: string, more: RuleValues) =>
    db.tx(async (sql) => {
      const c = actAs(sql);
      const values = templateValues(provider, name, { channelName: name, ...more });
      const { id } = await addTemplate(c, values);
      await perform(c, freightTemplate, id, "enable", {}, { trusted: true });
    });
  await db.query("delete from exchange_rate where currency = 'USD'");
  await db.query(
    `insert into exchange_rate (currency, effective_date, official_rate, source)
     values ('USD', '2026-01-01', 7, '测试')`,
  );
  await enabled("快船", {});
  await enabled("快递", {
    currency: "USD",
    transitDaysMin: 3,
    transitDaysMax: 5,
    items: [{ kind: "tier", fromQty: "0", unitPrice: "4" }],
  });
  await enabled("德国卡航", { destCountry: "DE" });
});
afterAll(() => backend.close());

const ask = (query: Record<string, string>) =>
  office(backend).as("logistics").send("GET", "/logistics/freight/quote", undefined, query);

test("one shipment is compared over every channel, in CNY, with its reckoning and refusals", async () => {
  const boxes = "3,50,40,40,12,0;2,60,40,40,15,0";
  const { rows } = (await ask({ country: "US", boxes })).body.data;
  expect(rows).toMatchObject([
    { channel: "快船", total: "1010.50", cheapest: true, quickest: false, days: "18–25天" },
    { channel: "快递", total: "290.00", baseTotal: "2030.00", cheapest: false, quickest: true },
    { channel: "德国卡航", total: null, refused: "不派送该目的国" },
  ]);
  expect(rows[0].steps).toHaveLength(3);
  expect((await ask({ country: "US", boxes: "1,50,40,0,12,0" })).body.msg).toBe("第1行：尺寸和重量须大于0");
  expect((await ask({ country: "US", boxes: "9999,1,1,1,1,0" })).body.msg).toBe("一票最多2000箱");
  expect((await ask({ transferId: "999" })).status).toBe(404);
});
