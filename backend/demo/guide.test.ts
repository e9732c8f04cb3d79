import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { login, type TestBackend, testBackend } from "../../tests/harness";
import { CHAPTERS } from "./story/chapters";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend({}, {}, "demo");
});
afterAll(() => backend.close());

interface Told {
  chapters: { code: string; picture: string | null; links: { label: string; href: string; state: string | null }[] }[];
  mayReset: boolean;
}

async function guideOf(who: string): Promise<Told> {
  const answer = await call(backend, "GET", "/demo/guide", { token: await login(backend.url, who) });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

const one = <T>(sql: string) => backend.db.one<T>(sql);

describe("the guide", () => {
  it("leads an administrator to all six goods, with every link there", async () => {
    const { chapters, mayReset } = await guideOf("admin");
    expect(mayReset).toBe(true);
    expect(chapters.map(({ code }) => code)).toEqual(CHAPTERS.map(({ code }) => code));
    for (const [i, { code, links, picture }] of chapters.entries()) {
      expect(
        links.map(({ label }) => label),
        code,
      ).toEqual(CHAPTERS[i]?.steps.map(({ label }) => label));
      expect(links.length).toBeGreaterThanOrEqual(5);
      expect(links.length).toBeLessThanOrEqual(8);
      expect(picture, code).not.toBeNull();
    }
  });

  it("shows others what they may see alone", async () => {
    const { chapters, mayReset } = await guideOf("cs_staff");
    expect(mayReset).toBe(false);
    const labels = chapters.flatMap(({ links }) => links.map(({ label }) => label));
    expect(labels).toContain("第一条投诉");
    expect(labels).not.toContain("请款单");
  });
});

describe("what the guide says is so", () => {
  it("the charger: 9 % refused, which went back in part and is replaced in part", async () => {
    const found = await one(
      `select i.reject_qty * 100 / i.sign_qty as rate, i.reject_qty - r.bad_qty - x.bad_qty as left
       from inspection i
         join purchase_return h on h.inspection_id = i.id join purchase_return_line r on r.purchase_return_id = h.id
         join purchase_exchange e on e.inspection_id = i.id join purchase_exchange_line x on x.purchase_exchange_id = e.id
         join sku k on k.id = r.sku_id where k.sku_code = 'ELC2001-US'`,
    );
    expect(found).toEqual({ rate: 9, left: 0 });
  });

  it("the charger loses money, the scale sells best", async () => {
    const sums = await backend.db.query<{ code: string; units: string; profit: string }>(
      `select sku_code as code, sum(units) as units,
         sum((item_sales - promo_amt - refund_amt - vat_amt - platform_fee - fulfill_fee - ad_spend) * 7.15
           - product_cost - first_leg_cost) as profit
       from fact_trade_daily where site_code = 'US' and biz_date > current_date - 60 group by 1 order by sum(units) desc`,
    );
    expect(sums[0]?.code).toBe("HKC2001-BK");
    expect(Number(sums.find(({ code }) => code === "ELC2001-US")?.profit)).toBeLessThan(0);
  });

  it("the lamps have lain more than 180 days and are cleared", async () => {
    const found = await one(
      `select k.sale_status as sale, min(t.first_in_time) < now() - interval '180 days' as old
       from sku k join stock t on t.sku_id = k.id where k.sku_code = 'ODC2001-GN' group by 1`,
    );
    expect(found).toEqual({ sale: "clearance", old: true });
  });

  it("the curling iron: yen, paid in two parts at once, bounced, paid again", async () => {
    const found = await one(
      `select distinct r.currency, r.status,
         exists (select 1 from payment p where p.request_id = r.id and p.status = 'failed' and p.merged_id is not null) as bounced
       from payment_request r join payment_request_line l on l.payment_request_id = r.id
         join purchase_order_line o on o.purchase_order_id = l.po_id join sku k on k.id = o.sku_id
       where k.sku_code = 'BTH2001-PK'`,
    );
    expect(found).toEqual({ currency: "JPY", status: "paid", bounced: true });
  });

  it("the set: parts in parcels of their own, one stopped; of the large order too little is there", async () => {
    const parcels = await backend.db.query<{ status: string }>(
      `select distinct p.status from package_order p join package_order_line l on l.package_order_id = p.id
         join sales_order s on s.id = l.order_id join platform_order o on o.id = s.platform_order_id
       where o.platform_order_no = '113-2001000-0000002'`,
    );
    expect(parcels.map(({ status }) => status)).toEqual(expect.arrayContaining(["sent", "cancelled"]));
    const large = await one<{ status: string }>(
      `select s.status from sales_order s join platform_order o on o.id = s.platform_order_id
       where o.platform_order_no = '113-2001000-0000003'`,
    );
    expect(large?.status).toBe("exception");
  });
});

it("is not there where nothing is invented", async () => {
  const plain = await testBackend({ demo: false });
  const answer = await call(plain, "GET", "/demo/guide", { token: await login(plain.url, "admin") });
  expect(answer.status).toBe(404);
  await plain.close();
});
