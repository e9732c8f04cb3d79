import dayjs from "dayjs";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import type { DataStatus } from "#documents/base/data-status";
import { given } from "../../../../tests/given";
import { takeReports } from "../take";
import { fetchAds } from "./fetch";
import { csvOf, factsOf, named, openConsole, productLine, products } from "./upload.testing";

// Files of the advertising console as they are downloaded, and what is wrong with some (figures.md A.3 to A.5, F).

let scene: Awaited<ReturnType<typeof openConsole>>;
/** Days of the store of the files. */
let D: string[];
beforeAll(async () => {
  scene = await openConsole();
  D = scene.days;
});
afterAll(() => scene.close());

const act = (id: string, version: number, action: string) =>
  scene.send("POST", `/base/reportfile/${id}/${action}`, { id, version });

test("golden: products of a day in dollars; nobody told of campaigns, so they are what their products add up to", async () => {
  const text = products(
    [D[2] ?? "", "Summer", "A-US", "6.15"],
    [D[2] ?? "", "Summer", "b-us", "3.10"],
    [D[2] ?? "", "Winter", "X-9", "1.00"],
    [D[1] ?? "", "Summer", "A-US", "2.20"],
  );
  const file = await scene.upload(text);
  expect(file).toMatchObject({
    status: "done",
    kind: "spAdvertisedProduct",
    rowCount: 4,
    period: `${D[2]} 至 ${D[1]}`,
    problem: null,
    charset: "utf-8",
  });
  expect(await scene.spendOf(D[2] ?? "")).toEqual({ "*": "1.00", "A-US": "6.15", "B-US": "3.10" });
  expect(await scene.spendOf(D[1] ?? "")).toEqual({ "A-US": "2.20" });
  const facts = await factsOf(scene, scene.us);
  expect(facts.filter((f) => f.level === "campaign" && f.day === D[2])).toEqual([
    {
      level: "campaign",
      day: D[2],
      name: "Summer",
      of: "",
      impressions: "2468",
      clicks: "6",
      cost: "9.2500",
      conversions: "8",
      sales: "2159.9200",
      units: "10",
    },
    expect.objectContaining({ name: "Winter", cost: "1.0000" }),
  ]);
  expect(await scene.upload(text)).toMatchObject({
    status: "duplicate",
    problem: expect.stringContaining(`（${file.no}）`),
  });
  const again = await scene.upload(`${text}\r\n`);
  expect(again).toMatchObject({ status: "done" });
  expect(await factsOf(scene, scene.us)).toEqual(facts);
});

test("golden: campaigns say what they cost beside their products; what they do not say is not known", async () => {
  const rows = [D[2], D[1]].map((day, n) => ({
    Date: named(day ?? ""),
    "Portfolio name": "",
    "Campaign Name": "Summer",
    Status: "PAUSED",
    Currency: "USD",
    "Budget Amount": "25.00",
    Impressions: "2,468",
    Clicks: 6,
    Spend: n ? "2.20" : "9.75",
    "7 Day Total Orders (#)": 8,
    "7 Day Total Sales ($)": "2159.92",
  }));
  const winter = { ...given(rows[0]), "Campaign Name": "Winter", Spend: "1.00", Status: "ENABLED" };
  const file = await scene.upload(csvOf([...rows, winter]));
  expect(file).toMatchObject({ status: "done", kind: "spCampaigns", rowCount: 3 });
  expect(await scene.spendOf(D[2] ?? "")).toEqual({ "*": "1.50", "A-US": "6.15", "B-US": "3.10" });
  expect(
    await scene.db.query(
      `select campaign_name as name, state, daily_budget as budget from ad_campaign where store_id = $1 order by 1`,
      [scene.us],
    ),
  ).toEqual([
    { name: "Summer", state: "PAUSED", budget: "25.00" },
    { name: "Winter", state: "ENABLED", budget: "25.00" },
  ]);
  // Products told anew leave what campaigns say.
  await scene.upload(products([D[2] ?? "", "Summer", "A-US", "6.15"], [D[2] ?? "", "Summer", "B-US", "3.00"]));
  expect(await scene.spendOf(D[2] ?? "")).toEqual({ "*": "1.60", "A-US": "6.15", "B-US": "3.00" });
});

test("golden: German words, Windows-1252, comma and semicolon, in euros; and as a workbook", async () => {
  const german = (day: string) => dayjs(day).format("DD.MM.YYYY");
  const rows = [
    ["Ständer „Küche“", "EXACT", "1.234,56"],
    ["ständer", "Passende Wortgruppe", "0,44"],
    ['asin="B0X"', "TARGETING_EXPRESSION", "9,00"],
  ].map(([word, match, spend]) => ({
    Datum: german(D[3] ?? ""),
    Portfolioname: "Kein Portfolio",
    Währung: "EUR",
    Kampagnenname: "Küche",
    Anzeigengruppenname: "Gruppe 1",
    Targeting: word ?? "",
    Übereinstimmungstyp: match ?? "",
    Impressionen: "1.000",
    Klicks: "10",
    Ausgaben: spend ?? "",
    "7 Tage Umsatz gesamt": "1.100,00 €",
    "7 Tage Bestellungen gesamt (#)": "3",
    "7 Tage Einheiten gesamt (#)": "4",
  }));
  const text = csvOf(rows, ";").replaceAll("„", "\x84").replaceAll("“", "\x93").replaceAll("€", "\x80");
  const file = await scene.upload(Buffer.from(text, "latin1"), { store: scene.de });
  expect(file).toMatchObject({ status: "done", kind: "spTargeting", rowCount: 3, charset: "windows-1252" });
  const facts = await factsOf(scene, scene.de);
  expect(facts.map((f) => [f.of, f.impressions, f.cost, f.sales, f.units])).toEqual([
    ["ASIN B0X ASIN_SAME_AS", "1000", "9.0000", "1100.0000", "4"],
    ["Ständer „Küche“ EXACT", "1000", "1234.5600", "1100.0000", "4"],
    ["ständer PHRASE", "1000", "0.4400", "1100.0000", "4"],
  ]);
  const cells = rows.map((row) => Object.values(row).map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell)));
  const book = await writeXlsx({ sheets: [{ name: "Bericht", rows: [Object.keys(given(rows[0])), ...cells] }] });
  expect(await scene.upload(book, { store: scene.de, name: "bericht.xlsx" })).toMatchObject({
    status: "done",
    kind: "spTargeting",
    rowCount: 3,
  });
  expect(await factsOf(scene, scene.de)).toEqual(facts);
});

test("one row of a day takes the place of many only when a person says so", async () => {
  const day = D[4] ?? "";
  await scene.upload(
    products([day, "Fall", "A-US", "1.00"], [day, "Fall", "B-US", "2.00"], [day, "Fall", "C-US", "3.00"]),
  );
  const before = await factsOf(scene, scene.us);
  const file = await scene.upload(products([day, "Fall", "A-US", "1.50"]));
  expect(file).toMatchObject({
    status: "changed",
    kind: "spAdvertisedProduct",
    problem: "数据明显减少：原有3行，这份报告1行，请确认后采用",
  });
  expect(await factsOf(scene, scene.us)).toEqual(before);
  const waiting = (await scene.send("GET", "/base/datastatus/waiting")).data.rows;
  expect(waiting).toContainEqual(expect.objectContaining({ label: "数据明显减少的报告文件", count: 1 }));
  expect(await act(file.id, file.version, "accept")).toMatchObject({ code: 0 });
  await takeReports(scene.db, engine, scene.backend.config);
  expect((await scene.send("GET", `/base/reportfile/${file.id}`)).data).toMatchObject({
    status: "done",
    problem: null,
  });
  expect(await scene.spendOf(day)).toEqual({ "A-US": "1.50" });
  expect(await scene.db.one("select count(*)::int as n from ad_report_row")).toEqual({ n: 0 });
});

test("an older file fills the days that no newer one told of, and changes none", async () => {
  const [old, told] = [D[6] ?? "", D[4] ?? ""];
  const file = await scene.upload(products([old, "Fall", "A-US", "4.00"], [told, "Fall", "A-US", "9.00"]), {
    reportTime: "2026-01-01 08:00:00",
  });
  expect(file).toMatchObject({ status: "done", problem: `1天已有较新的报告（${told}等），未改变` });
  expect([await scene.spendOf(old), await scene.spendOf(told)]).toEqual([{ "A-US": "4.00" }, { "A-US": "1.50" }]);
});

test("days that are told no more, and today, are left out and said; others are taken", async () => {
  const [late, today] = [scene.day(70), D[0] ?? ""];
  const file = await scene.upload(
    products([late, "Fall", "A-US", "5.00"], [D[6] ?? "", "Fall", "A-US", "4.00"], [today, "Fall", "A-US", "5.00"])
      // A whole of days from the first to the last: those between have their rows.
      .concat(
        [D[1], D[2], D[2], D[4]]
          .map((day, n) => productLine([day ?? "", n ? "Summer" : "Fall", n === 2 ? "B-US" : "A-US", "1.50"]))
          .join("\r\n"),
      ),
  );
  expect(file).toMatchObject({
    status: "done",
    problem: `${late}起的日期超过60天，平台不再更新，未导入；${today}还没有结束，未导入`,
  });
  const never = products([late, "Fall", "A-US", "5.00"]);
  expect(await scene.problemOf(never)).toBe(`${late}至${late}的数据不能导入：超过60天的平台不再更新，今天的还没有结束`);
  expect([await scene.spendOf(late), await scene.spendOf(today), await scene.spendOf(D[1] ?? "")]).toEqual([
    {},
    {},
    { "*": "0.70", "A-US": "1.50" },
  ]);
});

test("of a closed month the facts follow, and the money lands in the open one", async () => {
  const { db, us, day } = scene;
  const until = (text: string | null) =>
    db.query("update sys_param set value = $1 where tenant_id = 1 and param_key = 'month_close_until'", [text]);
  await scene.upload(products([day(40), "Fall", "A-US", "4.00"]));
  await until(day(36));
  await scene.upload(products([day(40), "Fall", "A-US", "6.50"]));
  expect([await scene.spendOf(day(40)), await scene.spendOf(day(35))]).toEqual([
    { "A-US": "4.00" },
    { "A-US": "2.50" },
  ]);
  const landed = await db.query(
    `select amount::numeric(18, 2) as amount, ref_date::text as of from fact_source
     where source_type = 'ads' and biz_date = $1 and store_id = $2 and amount <> 0`,
    [day(35), us],
  );
  expect(landed).toEqual([{ amount: "2.50", of: day(40) }]);
  await until(null);
});

test("goods that are known later get what lay on their store", async () => {
  const { db, us } = scene;
  const before = await scene.spendOf(D[2] ?? "");
  await scene.upload(products([D[9] ?? "", "Fall", "LATER-1", "2.00"], [D[9] ?? "", "Fall", "A-US", "1.00"]));
  expect(await scene.spendOf(D[9] ?? "")).toEqual({ "*": "2.00", "A-US": "1.00" });
  const inbox = await db.query("select source from feed_unmapped where code = 'LATER-1' and status = 'open'");
  expect(inbox).toEqual([{ source: "广告报告" }]);
  await db.query(
    `insert into sku_listing (sku_id, store_id, msku, group_id, listing_status)
     select sku_id, store_id, 'LATER-1', group_id, 'active' from sku_listing where msku = 'A-US' and store_id = $1`,
    [us],
  );
  await fetchAds(db);
  expect(await scene.spendOf(D[9] ?? "")).toEqual({ "LATER-1": "2.00", "A-US": "1.00" });
  expect(await scene.spendOf(D[2] ?? "")).toEqual(before);
});

test("a renamed column is named by a person, and the file read again", async () => {
  const text = products([D[7] ?? "", "Fall", "A-US", "7.00"]).replace('"Advertised SKU"', '"Werbe SKU"');
  const file = await scene.upload(text);
  expect(file).toMatchObject({ status: "failed", kind: "spAdvertisedProduct", problem: "缺少列：advertised-sku" });
  const body = { reportKind: "spAdvertisedProduct", columnName: "advertised-sku", said: "Werbe SKU" };
  expect(await scene.send("POST", "/base/reportcolumn", body)).toMatchObject({ code: 0 });
  expect(await act(file.id, file.version, "retry")).toMatchObject({ code: 0 });
  await takeReports(scene.db, engine, scene.backend.config);
  expect(await scene.spendOf(D[7] ?? "")).toEqual({ "A-US": "7.00" });
});

test("the same bytes of another store are its own; another tenant's names are not ours", async () => {
  const { db, us, de, one } = scene;
  const other = await one<{ id: string }>(
    `insert into store (store_code, store_name, platform, site_id, seller_id, state)
     select 'F-US2', 'F-US2', 'amazon', site_id, seller_id, 'enabled' from store where id = $1 returning id`,
    [us],
  );
  const text = products([D[8] ?? "", "Summer", "A-US", "1.00"]);
  expect(await scene.upload(text)).toMatchObject({ status: "done" });
  expect(await scene.upload(text, { store: other.id })).toMatchObject({ status: "done" });
  expect(await scene.upload(text, { store: other.id })).toMatchObject({ status: "duplicate" });
  const summers = () =>
    db.query("select store_id as store from ad_campaign where campaign_name = 'Summer' order by store_id::int", []);
  expect(await summers()).toEqual([{ store: us }, { store: other.id }]);
  expect(await scene.spendOf(D[8] ?? "", other.id)).toEqual({ "*": "1.00" });
  await db.query("insert into sys_tenant (id, name, code) values (2, '别家', 'other')");
  await db.query("update ad_campaign set tenant_id = 2 where store_id = $1", [de]);
  await scene.upload(csvOf([{ ...given((await scene.consoleRows("spCampaigns"))[0]), "Campaign Name": "Küche" }]));
  expect(await db.query("select tenant_id as t from ad_campaign where campaign_name = 'Küche' order by 1")).toEqual([
    { t: "1" },
    { t: "2" },
  ]);
});

test("what is told of by files fills its days; the others are due", async () => {
  await scene.db.query("update connector set del_flag = 1");
  const status: DataStatus = (await scene.send("GET", "/base/datastatus")).data;
  const line = given(status.stores.find((s) => s.id === scene.us)?.lines.find((one) => one.kind === "ads"));
  const at = (day: string | undefined) => line.cells[status.days.indexOf(day ?? "")];
  expect([at(D[2]), at(D[5]), at(D[0])]).toEqual(["done", "empty", "early"]);
  const cell = (await scene.send("GET", `/base/datastatus/cell?storeId=${scene.us}&kind=ads&day=${D[2]}`)).data;
  expect(cell.links.map((l: { label: string }) => l.label)).toContain("报告文件");
  const tasks = (await scene.send("GET", `/base/adreport/page?size=5&storeId=${scene.us}`)).data.records;
  expect(tasks[0]).toMatchObject({ askedBy: "upload", state: "done" });
  const { id, version } = tasks[0];
  expect(await scene.send("POST", `/base/adreport/${id}/again`, { id, version })).toMatchObject({
    msg: "这是上传的报告，请在“报告文件”上传新的",
  });
});
