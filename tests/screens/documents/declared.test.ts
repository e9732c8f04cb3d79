import { readXlsx } from "hucre/xlsx";
import { ROLE_ACCOUNTS } from "#backend/platform/tenancy/organisation/accounts";
import { today } from "#backend/platform/values";
import { documents } from "#documents";
import { allFields, type DocumentType, filtersOf, pageAddress, permissionOf } from "#documents/kit";
import { AT_ONCE } from "~/screens/export/state";
import { api, makeRole, makeUser } from "../../product/api";
import { expect, type Page, submit, testAs } from "../support";
import { named, others } from "./declarations";

// What every declared document can do, whatever it is: a new declaration is tested without a line here.

const test = testAs("admin");
const main = (page: Page) => page.getByRole("main");
/** Rows of the list; tables that stand above it have others. */
const rows = (page: Page) => main(page).locator("section.t:not(.lines) > table > tbody tr:has(th, td)");
/** Early in a month the days that are shown unasked may have no order with figures. */
const span = ({ name }: DocumentType) => (name === "profit_order" ? `dayFrom=${today(-60)}&dayTo=${today(-1)}&` : "");
const list = (document: DocumentType, query = "") => `${document.screens.list}?v=0&${span(document)}${query}`;

const people = await Promise.all(
  ROLE_ACCOUNTS.map(async ({ username }) => {
    const info = await (await api(username)).get<{ permissions: string[] }>("/admin/user/info");
    return { username, codes: new Set(info.permissions) };
  }),
);

const viewOf = (document: DocumentType) => permissionOf(document, "view");

/** Without a row in the demonstration, or with none that the administrator would have there. */
const EMPTY = [
  "approval_todo",
  "approval_done",
  "approval_mine",
  "approval_copy",
  "file",
  "sales_history",
  "sku_special_edit",
  "package_order",
  "connector",
  "outbox",
  "feed",
  "unmapped",
  "report_task",
  "ad_report",
  "report_column",
  "pii_access_log",
  "profit_entry",
];
const sortable = documents.filter(
  (document) =>
    !EMPTY.includes(document.name) &&
    Object.values(allFields(document)).some((f) => typeof f.column === "object" && f.column.sortable),
);
const searched = documents.filter(
  (document) => document.keyword || filtersOf(document).some(({ kind }) => ["like", "prefix"].includes(kind)),
);
const exported = documents.filter(({ can }) => can?.export !== false);
/** With at most one row, or all rows as one tree. */
const ONE_PAGE = [
  "menu",
  "dept",
  "tenant",
  "purchase_exchange",
  "knowledge_category",
  "eva_request",
  "plat_receivable",
  "replenish_backtest",
  ...EMPTY,
];
const paged = documents.filter(({ name }) => !ONE_PAGE.includes(name));

/** Each with somebody of the demonstration who may not see it. */
const guarded = documents
  // Everybody reads the knowledge base, and has approvals.
  .filter((document) => !["kb_article_view", "act_task_view"].includes(viewOf(document)))
  .map((document) => {
    const stranger = people.find(({ codes }) => !codes.has(viewOf(document)));
    return { name: document.name, document, who: stranger?.username };
  });

const maskedOf = (document: DocumentType) => Object.entries(allFields(document)).filter(([, f]) => f.mask);

/** With values that a code hides. */
const masked = documents.filter(
  (document) => !document.calls?.handwritten && !EMPTY.includes(document.name) && maskedOf(document).length > 0,
);

test("each case covers what it is about", () => {
  expect(others(searched)).toEqual([
    "client",
    "site",
    "exchange_rate",
    "stock_warehouse",
    "replenish_run",
    "replenish_backtest",
    "profit_store",
    "profit_group",
    "profit_month",
    "performance_store",
  ]);
  expect(guarded.filter(({ who }) => !who)).toEqual([]);
  for (const some of [sortable, exported, paged, masked]) expect(some.length).toBeGreaterThan(0);
});

test.for(named(documents))("%s: its list opens", async ([, document], { page }) => {
  expect((await page.goto(list(document))).status()).toBe(200);
  await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
});

test.for(named(sortable))("%s: an order is a link", async ([, document], { page }) => {
  await page.goto(list(document));
  await submit(page, main(page).locator("thead th").getByRole("link").first());
  await expect(main(page).locator("thead [aria-sort=ascending]").first()).toBeVisible();
});

test.for(named(paged))("%s: a page is a link", async ([, document], { page }) => {
  await page.goto(list(document, "size=1"));
  const pages = page.getByRole("navigation", { name: "分页" });
  await submit(page, pages.getByRole("link", { name: "下一页" }));
  await expect(page).toHaveURL(/current=2/);
  await expect(rows(page)).toHaveCount(1);
});

test.for(named(searched))("%s: a filter that finds nothing keeps what was typed", async ([, document], { page }) => {
  await page.goto(`${list(document)}more=1`);
  const search = main(page).getByRole("search");
  const text = search
    .locator("input:visible:not([type]), input[type=text]:visible, input[type=search]:visible")
    .first();
  await text.fill("没有这样的东西");
  await submit(page, search.getByRole("button", { name: "搜索" }).first());
  await expect(text).toHaveValue("没有这样的东西");
  expect(page.answer?.status()).toBe(200);
});

test.for(guarded)(
  "$name: who may not see it gets 403, for its file as well",
  async ({ document, who = "" }, { browserOf }) => {
    const page = await browserOf(who);
    expect((await page.goto(list(document))).status()).toBe(403);
    const file = await page.request.get(`/export/${document.name}`);
    expect(file.status()).toBe(exported.includes(document) ? 403 : 404);
  },
);

test("values that a code hides are sent to nobody else", async () => {
  const { roleCode } = await makeRole(masked.map(viewOf));
  const { username, password } = await makeUser(roleCode);
  const reader = await api(username, undefined, password);
  for (const document of masked) {
    const { records } = await reader.get<{ records: Record<string, unknown>[] }>(
      `${document.api}/page?${span(document)}size=20`,
    );
    expect(records.length, document.name).toBeGreaterThan(0);
    for (const [name] of maskedOf(document))
      expect(
        records.map((row) => row[name] ?? null),
        `${document.name} ${name}`,
      ).toEqual(records.map(() => null));
  }
});

test.for(named(exported))("%s: its file has the rows of the list", async ([, document], { page }) => {
  const [each = ""] = document.exports?.each ?? [];
  const field = document.fields[each];
  const only = field?.kind === "enum" ? `&${each}=${Object.keys(field.options)[0]}` : "";
  await page.goto(list(document, `size=10${only}`));
  const text = await main(page).innerText();
  const said = text.includes("暂无数据") ? 0 : Number(/共 (\d+) 条/.exec(text)?.[1]);
  await main(page).getByRole("link", { name: "导出", exact: true }).click();
  const file = page.getByRole("dialog").getByRole("button", { name: /^导出全部/ });
  // The log: the tests themselves write it full until its file is one that is made in the background,
  // and may do so between one look and the next.
  const large = said > AT_ONCE / 2;
  const [download] = large ? [] : await Promise.all([page.waitForEvent("download"), file.click()]);
  const bytes = download?.bytes() ?? (await page.request.get(`/export/${document.name}`)).body();
  const [sheet] = (await readXlsx(bytes)).sheets;
  expect(sheet?.rows.length).toBeGreaterThan(said);
});

/** Texts of the first table of lines that its document shows to who reads it. */
const textsOf = ({ lines = {} }: DocumentType) => {
  const [[name, table] = ["", undefined]] = Object.entries(lines);
  const shown = Object.entries(table?.fields ?? {}).filter(
    ([, f]) => f.kind === "text" && !f.hidden && !f.hiddenIn?.includes("view") && !f.mask,
  );
  return { name, shown: shown.map(([field]) => field) };
};
const withLines = documents.filter((d) => d.screens.detail && textsOf(d).shown.length > 0);

test.for(named(withLines))("%s: its page shows what its lines bear", async ([, document], { page }) => {
  const admin = await api();
  const { name, shown } = textsOf(document);
  const { records } = await admin.get<{ records: { id: string }[] }>(`${document.api}/page?size=1`);
  const [row] = records;
  if (!row) return expect([...EMPTY, "purchase_exchange"]).toContain(document.name);
  const whole = await admin.get<Record<string, Record<string, unknown>[] | undefined>>(`${document.api}/${row.id}`);
  await page.goto(pageAddress(document, row.id));
  const said = await main(page).innerText();
  // Some pages say a line in their own words, none leaves out all of it.
  for (const line of whole[name]?.slice(0, 3) ?? []) {
    const texts = shown.flatMap((field) => (line[field] ? String(line[field]) : []));
    expect(texts.length === 0 || texts.some((text) => said.includes(text)), texts.join("、")).toBe(true);
  }
});

test.for(named(documents))("%s: a row that is not there is refused", async ([, document], { page }) => {
  const path = document.screens.detail ?? document.screens.edit ?? list(document, "view={id}");
  const url = /\{(id|no)\}/.test(path)
    ? path.replace(/\{(id|no)\}/, "999999999").replace(/\{\w+\}/g, "0")
    : `${path}?id=999999999`;
  // A notice that is gone is refused in the words of the specification's own call.
  const refusal = document.name === "notification" ? 400 : 404;
  expect((await page.goto(url)).status(), url).toBe(refusal);
});
