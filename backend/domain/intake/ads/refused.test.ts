import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { factsOf, named, openConsole, products } from "./upload.testing";

// Files of advertising that are not as they should be are refused, and say why (figures.md A.5, F).

let scene: Awaited<ReturnType<typeof openConsole>>;
/** Days of the store of the files. */
let D: string[];
beforeAll(async () => {
  scene = await openConsole();
  D = scene.days;
});
afterAll(() => scene.close());

test("what is wrong is refused with its line and column, and nothing of it is taken", async () => {
  const before = await factsOf(scene, scene.us);
  const day = D[5] ?? "";
  const two = products([day, "Spring", "A-US", "1.00"], [day, "Spring", "B-US", "2.00"]);
  expect(await scene.problemOf(two.replace(/"USD"(?=.*B-US)/, '"EUR"'))).toBe("第3行币种EUR与店铺币种USD不符");
  expect(await scene.problemOf(two, { store: scene.de })).toBe("第2行币种USD与店铺币种EUR不符");
  const countries = two.replace('"Portfolio name"', '"Country"').replace(/"No Portfolio"(?=.*B-US)/, '"Canada"');
  expect(await scene.problemOf(countries)).toBe("第3行的国家Canada与前面的No Portfolio不同，请每个店铺下载一份");
  expect(await scene.problemOf(two.replace('"$2.00"', '"n/a"'))).toBe("第3行spend不正确：n/a");
  expect(await scene.problemOf(two.replace('"$2.00"', '"-2.00"'))).toBe("第3行spend不正确：-2.00");
  expect(await scene.problemOf(two.replace(`"${named(day)}"`, '"Feb 31, 2026"'))).toBe("第2行date不正确：Feb 31, 2026");
  expect(await scene.problemOf(two.replace('"1,234"', '"1.5"'))).toBe("第2行impressions不正确：1.5");
  expect(await scene.problemOf(two.split("\r\n", 1).join(""))).toBe("文件里没有数据行");
  expect(await scene.problemOf(two.replace('"Advertised SKU"', '"Seller SKU"'))).toBe("缺少列：advertised-sku");
  expect(await scene.problemOf(two.replace('"Date"', '"Start Date","End Date"'))).toContain("请在广告后台按“每日”下载");
  const terms = two.replace('"Advertised SKU"', '"Customer Search Term"');
  expect(await scene.problemOf(terms.replaceAll("7 Day", "14 Day"))).toContain("这是SB的搜索词报告");
  const alike = two
    .replaceAll("7 Day", "14 Day")
    .replace('"Ad Group Name"', '"Note"')
    .replace('"Advertised SKU"', '"Note 2"');
  expect(await scene.problemOf(alike)).toContain("分不清是SB还是SD");
  expect(await factsOf(scene, scene.us)).toEqual(before);
  expect(await scene.db.query("select 1 from ad_campaign where campaign_name = 'Spring'")).toEqual([]);
});

test("JSON that is no report of the interface is refused, and says why", async () => {
  const row = {
    date: D[5],
    campaignId: 1,
    campaignName: "x",
    campaignBudgetCurrencyCode: "USD",
    impressions: 1,
    clicks: 1,
    cost: 1,
    purchases: 0,
    sales: 0,
    unitsSold: 0,
  };
  const json = (...rows: object[]) => scene.problemOf(gzipSync(JSON.stringify(rows)), { name: "report.json.gz" });
  expect(await json()).toContain("没有数据行");
  expect(await json({ a: 1 })).toContain("行中缺少");
  expect(await json({ ...row, searchTerm: "x" })).toContain("这是SB的搜索词报告");
  expect(await json(row)).toContain("分不清是SB还是SD");
  const one = { name: "sbCampaigns.json" };
  const two = JSON.stringify([row, { ...row, cost: "a" }]);
  expect(await scene.problemOf(two, one)).toBe("报告第2行的cost不正确");
  expect(await scene.problemOf(two.slice(0, -9), one)).toContain("文件不是完整的广告报告");
  expect(await scene.problemOf(JSON.stringify([row, { ...row, campaignBudgetCurrencyCode: "CAD" }]), one)).toBe(
    "第2行币种CAD与店铺币种USD不符",
  );
  // Known campaigns say of which kind they are.
  expect(await scene.upload(JSON.stringify([row]), one)).toMatchObject({ status: "done", kind: "sbCampaigns" });
  const later = JSON.stringify([{ ...row, cost: 2 }]);
  expect(await scene.problemOf(later, { name: "Sponsored Display Campaign.json" })).toContain("在该店铺却是SB的");
  expect(await scene.upload(later, { name: "report.json" })).toMatchObject({ status: "done", kind: "sbCampaigns" });
  expect(await scene.spendOf(D[5] ?? "")).toEqual({ "*": "2.00" });
});

test("a name that two campaigns have is refused by its name", async () => {
  for (const id of ["910001", "910002"])
    await scene.db.query(
      `insert into ad_campaign (campaign_id, tenant_id, store_id, profile_id, campaign_name, ad_product, targeting_type, state,
         platform_id) values (nextval('ad_entity_id'), 1, $1, '1111', 'Twice', 'SP', 'manual', 'ENABLED', $2)`,
      [scene.us, id],
    );
  expect(await scene.problemOf(products([D[8] ?? "", "Twice", "A-US", "1.00"]))).toContain(
    "活动“Twice”在该店铺有2个同名的",
  );
  expect(await scene.spendOf(D[8] ?? "")).toEqual({});
});
