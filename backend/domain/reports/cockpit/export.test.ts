import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cockpit, openCockpit } from "./cockpit.testing";
import { grant } from "./facts.testing";

let cockpit: Cockpit;
beforeAll(async () => {
  const sold = [
    { group_id: 1, store_id: 1, model_code: "A", item_sales: "1000.005", product_cost: 400 },
    { group_id: 1, store_id: 9, model_code: "B", item_sales: 500, currency: "EUR" },
    { group_id: 21, store_id: 9, model_code: "B", item_sales: "0.3333", currency: "EUR" },
  ];
  cockpit = await openCockpit(
    sold.map((f) => ({ currency: "USD", month: "202506", units: 3, ...f })),
    { USD: 7.1, EUR: 8 },
  );
  await grant(cockpit.db, "OPS", "cockpit_report_view", "cockpit_report_export");
});
afterAll(() => cockpit.close());

const june = { reportMonth: "202506" };
async function sheet(name: string, params: Record<string, string> = june, who = "admin") {
  const answer = await cockpit.raw(`${name}/export`, params, who);
  expect(answer.status).toBe(200);
  const rows = (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets[0]?.rows ?? [];
  const [words, headers = [], ...lines] = rows;
  return {
    words: words?.[0],
    lines: lines.map((l) => Object.fromEntries(headers.map((h, i) => [String(h), l[i] ?? null]))),
  };
}

const SAME = {
  "主营业务收入(CNY)": "mainBusinessIncome",
  "毛利(CNY)": "grossProfit",
  "净利润(CNY)": "netProfit",
  毛利率: "grossProfitPercent",
  销量: "units",
  同比: "yoy",
};

test.each([
  ["getCocAmazonTradeReportByGroup", "小组"],
  ["getCocAmazonTradeReportByModel", "型号"],
  ["groupNetProfitRankingPage", "名称"],
])("%s: the rows of all pages and the sums of the screen", async (name, first) => {
  const screen = await cockpit.get(name, { ...june, size: "1" });
  const { lines } = await sheet(name, { ...june, size: "1" });
  expect(lines).toHaveLength(screen.total + 1);
  const last = lines.at(-1) ?? {};
  expect(last[first]).toBe("合计");
  for (const [header, key] of Object.entries(SAME))
    if (header in last) expect(last[header], header).toBe(screen.summary[key]);
  const shown = screen.records[0];
  expect(lines[0]?.[first]).toBe(shown.groupName ?? shown.modelCode ?? shown.name);
  expect(lines[0]?.["净利润(CNY)"]).toBe(shown.netProfit);
});

test("departments come with their groups below them, filters in words, the scope kept", async () => {
  const { words, lines } = await sheet("getCocAmazonTradeReportByDept", { ...june, regionCode: "EU", groupId: "1,21" });
  expect(words).toBe("演示数据　筛选条件：月份：2025-06；小组：运营1组、运营21组；大区：欧洲；数据范围：全部数据");
  expect(lines.map((l) => [l.部门, l.小组, l["主营业务收入(CNY)"]])).toEqual([
    ["北美一部", null, 4000],
    ["北美一部", "运营1组", 4000],
    ["欧洲一部", null, 2.67],
    ["欧洲一部", "运营21组", 2.67],
    [null, null, 4002.67],
  ]);
  const own = await sheet("getCocAmazonTradeReportByDept", june, "ops");
  expect(own.words).toContain("数据范围：小组：运营1组");
  expect(own.lines.at(-1)?.["主营业务收入(CNY)"]).toBe(11100.04);
  const log = await cockpit.db.one<{ title: string; create_by: string }>(
    "select title, create_by from sys_log where title = '导出部门交易报表' order by id desc limit 1",
  );
  expect(log?.create_by).toBe("ops");
});

test("more than 50 000 rows are refused", async () => {
  const columns = await cockpit.db.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = 'fact_trade_month' order by ordinal_position`,
  );
  const values = columns.map(({ name }) => (name === "model_code" ? "n::text" : name));
  await cockpit.db.query(
    `insert into fact_trade_month select ${values}
     from (select * from fact_trade_month limit 1) f, generate_series(1, 50000) n`,
  );
  const answer = await cockpit.raw("getCocAmazonTradeReportByModel/export", june);
  expect([answer.status, (await answer.json()).msg]).toEqual([400, "导出数据超过50000行，请缩小查询范围"]);
});
