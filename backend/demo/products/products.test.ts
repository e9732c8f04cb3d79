import { beforeAll, expect, it } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { seeded } from "../demo.testing";

let db: Database;
beforeAll(async () => {
  db = await seeded();
});

const count = async (sql: string) => Number((await db.one<{ n: string }>(`select count(*) as n ${sql}`))?.n);

it("has the volume of market.md 13", async () => {
  // And the courier of the freight templates; of goods five of the guide.
  expect(await count("from supplier where country = 'CN'")).toBe(41);
  expect(await count("from product")).toBe(65);
  expect(await count("from spu")).toBe(165);
  expect(await count("from sku where sku_type = 'normal'")).toBe(405);
});

it("obeys the rules of the documents", async () => {
  expect(
    await count(
      "from (select sku_id from sku_supplier_price group by 1 having count(*) filter (where is_default) <> 1) x",
    ),
  ).toBe(0);
  expect(
    await count(
      "from (select supplier_id, currency from supplier_account group by 1, 2 having count(*) filter (where is_default) <> 1) x",
    ),
  ).toBe(0);
  expect(await count("from spu s join product p on p.id = s.product_id where p.status in ('draft', 'rejected')")).toBe(
    0,
  );
  expect(
    await count(
      "from sku where sku_type = 'normal' and (gross_weight_g < net_weight_g or sku_code !~ '^[A-Z]{2,4}[0-9]{4}-([0-9]{2}|[A-Z]{2})$')",
    ),
  ).toBe(0);
  expect(
    await count(
      "from spu s where sku_count <> (select count(*) from sku k where k.spu_id = s.id and sku_type <> 'easy')",
    ),
  ).toBe(0);
  expect(await count("from seal_sample where keep_purchase + keep_qc + keep_supplier <> qty")).toBe(0);
  expect(await count("from supplier where credit_code !~ '^[0-9A-HJ-NPQRTUWXY]{18}$'")).toBe(0);
  expect(await count("from (select store_id, lower(msku) from sku_listing group by 1, 2 having count(*) > 1) x")).toBe(
    0,
  );
  expect(await count("from sku_listing where fnsku !~ '^[XB][A-Z0-9]{9}$' or asin !~ '^[XB][A-Z0-9]{9}$'")).toBe(0);
});
