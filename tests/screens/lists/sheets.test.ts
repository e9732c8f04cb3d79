import dayjs from "dayjs";
import { ROLE_ACCOUNTS } from "#backend/platform/tenancy/organisation/accounts";
import { documents } from "#documents";
import { type DocumentType, isBusiness, permissionOf } from "#documents/kit";
import { typedFields } from "~/screens/sheet/cells";
import { api } from "../../product/api";
import { named } from "../documents/declarations";
import { expect, type Locator, origin, type Page, submit, testAs } from "../support";

const test = testAs("admin");
const main = (page: Page) => page.getByRole("main");
const list = ({ screens }: DocumentType, query: string) => `${screens.list}?v=0&size=100&sheet=1&${query}`;
const save = (page: Page) => submit(page, main(page).getByRole("button", { name: "保存", exact: true }));

const typed = documents.filter((document) => typedFields(document).length);

/** Open in states that no row of the demonstration has. */
const NONE_OPEN = ["easy_sku.purchasePrice"];

/** Whole rows open in these states, parts of them in those behind. */
const statesOf = ({ status, openFields }: DocumentType) =>
  status ? [...status.editable, ...Object.keys(openFields ?? {})].map((state) => `${status.field}=${state}`) : [""];

interface Cell {
  id: string;
  name: string;
  was: string;
}

async function cellsOn(page: Page): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const input of await main(page).locator("input[data-was]").all()) {
    const [, id = "", name = ""] = /^(\d+)\.(\w+)~was$/.exec((await input.getAttribute("name")) ?? "") ?? [];
    cells.push({ id, name, was: (await input.getAttribute("value")) ?? "" });
  }
  return cells;
}

const control = (page: Page, { id, name }: Cell): Locator => main(page).locator(`[name="${id}.${name}"]`);

/** Opens the sheet of a state in which a field can be typed. */
async function openCell(page: Page, document: DocumentType, field: string): Promise<Cell | undefined> {
  for (const query of statesOf(document)) {
    await page.goto(list(document, query));
    const cell = (await cellsOn(page)).find(({ name }) => name === field);
    if (cell) return cell;
  }
  return undefined;
}

const shifted = (day: string, days: number) =>
  dayjs(day || "2099-03-04")
    .add(days, "day")
    .format("YYYY-MM-DD");

/** Another value that the field takes; nothing where a choice has only one. */
async function another(page: Page, document: DocumentType, cell: Cell): Promise<string | undefined> {
  const f = document.fields[cell.name];
  const beside = cell.name === "myRate" ? { ...cell, name: "officialRate" } : cell;
  const number = Number(await control(page, beside).inputValue()) || 0;
  switch (f?.kind) {
    case "int":
      return String(number + 1);
    case "decimal":
    case "money":
    case "percent":
      // Near what it was: rates are held against each other.
      return (number > 50 ? number * 0.98 : number ? number * 1.02 + 0.01 : 1).toFixed(2);
    case "date":
      // What goes off stays before what arrives.
      return shifted(cell.was, /^(shipDate|expectShipDate|etd)$/.test(cell.name) ? -1 : 1);
    case "datetime":
      return "2099-03-04T10:30";
    case "bool":
      return cell.was === "true" ? "" : "true";
    case "enum":
    case "dict":
    case "ref": {
      for (const option of await control(page, cell).locator("option").all()) {
        const value = (await option.getAttribute("value")) ?? "";
        if (value && value !== cell.was) return value;
      }
      return undefined;
    }
    default:
      return `AB${String(Math.random()).slice(2, 10)}`;
  }
}

async function type(page: Page, document: DocumentType, cell: Cell, value: string) {
  const { kind } = document.fields[cell.name] ?? {};
  if (kind === "enum" || kind === "dict" || kind === "ref") await control(page, cell).selectOption(value);
  else if (kind === "bool") await control(page, cell).setChecked(value === "true");
  else await control(page, cell).fill(value);
}

/** Values of a row as the backend has them. */
const read = async ({ api: path }: DocumentType, id: string) =>
  (await api()).get<Record<string, unknown> & { version: number }>(`${path}/${id}`);

test("many documents are typed in their lists, and each has rows for it here", () => {
  expect(typed.length).toBeGreaterThanOrEqual(16);
  expect(typed.filter(isBusiness).length).toBeGreaterThanOrEqual(8);
});

test.for(named(typed))(
  "%s: each field is saved by itself, and the history tells it",
  async ([, document], { page }) => {
    for (const [field, f] of typedFields(document)) {
      const cell = await openCell(page, document, field);
      if (!cell && NONE_OPEN.includes(`${document.name}.${field}`)) continue;
      expect(cell, `${document.name}.${field} is open in some row`).toBeDefined();
      const value = cell && (await another(page, document, cell));
      if (!cell || value === undefined) continue;
      const before = await read(document, cell.id);
      await type(page, document, cell, value);
      let answer = await save(page);
      const question = main(page).getByLabel("我已确认");
      if (await question.count()) {
        await question.check();
        answer = await save(page);
      }
      const said = (await main(page).locator(".alert").allInnerTexts()).join();
      expect(answer.url(), `${document.name}.${field} = ${value}: ${said}`).not.toContain("sheet=1");
      await expect(page.locator("[data-flash]")).toContainText("已保存 1 行");
      const after = await read(document, cell.id);
      expect(String(after[field]), `${document.name}.${field}`).not.toBe(String(before[field]));
      expect(after.version).toBeGreaterThan(before.version);
      const log = await (await api()).get<object[]>(`/admin/operlog/${document.of ?? document.name}/${cell.id}`);
      expect(JSON.stringify(log), `${document.name}.${f.label} in its history`).toContain(`"${field}"`);
      // Who is responsible decides elsewhere: other tests meet the people that they expect.
      if (f.kind === "ref")
        await (await api()).put(document.api, { id: cell.id, version: after.version, [field]: before[field] });
    }
  },
);

test.for(named(typed))(
  "%s: a row that somebody else changed stays open with what was typed",
  async ([, document], { page }) => {
    const [field = ""] =
      typedFields(document)
        .filter(([, f]) => f.kind !== "enum" && f.kind !== "ref")
        .at(-1) ?? [];
    const cell = await openCell(page, document, field);
    const value = cell && (await another(page, document, cell));
    if (!cell || value === undefined) throw new Error(`${document.name} has no row`);
    await type(page, document, cell, value);
    const { version, ...row } = await read(document, cell.id);
    await (await api()).put(document.api, { id: cell.id, version, [field]: row[field] });
    const answer = await save(page);
    expect(answer.status()).toBe(409);
    await expect(main(page)).toContainText("已保存 0 行，1 行未保存");
    await expect(control(page, cell)).toHaveValue(value);
    await expect(
      main(page)
        .locator("tr")
        .filter({ has: control(page, cell) })
        .locator("th .err"),
    ).toHaveCount(1);
    await save(page);
    await expect(page.locator("[data-flash]"), "seen what it is now, it can be saved").toContainText("已保存 1 行");
  },
);

test("a question is asked beside its row, the others are saved meanwhile", async ({ page }) => {
  await page.goto("/finance/rate/index?v=0&size=20&sheet=1");
  const [second, first] = (await cellsOn(page)).filter(({ name }) => name === "officialRate").slice(4);
  const source = (await cellsOn(page)).find(({ id, name }) => name === "source" && id === second?.id);
  if (!first || !source) throw new Error("no rates");
  const far = (Number(first.was) * 1.25).toFixed(4);
  await control(page, first).fill(far);
  await control(page, source).fill("银行牌价甲");
  await save(page);
  await expect(main(page)).toContainText("已保存 1 行，1 行未保存");
  const row = main(page)
    .locator("tr")
    .filter({ has: control(page, first) });
  await expect(row).toContainText("相差超过20%");
  await expect(control(page, source), "what was saved is closed").toHaveCount(0);
  await row.getByLabel("我已确认").check();
  await save(page);
  await expect(page.locator("[data-flash]")).toContainText("已保存 1 行");
});

test("prices come first among what a percentage changes", async ({ page }) => {
  await page.goto("/product/sku/index?v=0&sheet=1&status=draft");
  await expect(main(page).getByLabel("调整的列")).toHaveValue("purchasePrice");
});

test("a percentage fills in new values beside the old ones, and saves nothing", async ({ page }) => {
  const url = "/wms/replenish/season?v=0&sheet=1";
  await page.goto(`${url}&adjust=m01&percent=-10`);
  await expect(main(page)).toContainText("1月已按 -10% 算出");
  await page.goto(url);
  const cells = (await cellsOn(page)).filter(({ name }) => name === "m01");
  const other = (await cellsOn(page)).find(({ name }) => name === "m02");
  if (!other) throw new Error("no factors");
  await control(page, other).fill("1.23");
  await main(page).getByLabel("调整的列").selectOption("m01");
  await main(page).getByLabel("百分比", { exact: true }).fill("-10%");
  await submit(page, main(page).getByRole("button", { name: "算出新值" }));
  for (const cell of cells) await expect(control(page, cell)).toHaveValue((Number(cell.was) * 0.9).toFixed(2));
  await expect(control(page, other), "what was typed stays").toHaveValue("1.23");
  await expect(main(page)).toContainText(`已改 ${cells.length} 行`);
  await page.goto(url);
  for (const cell of cells) await expect(control(page, cell), "nothing is saved").toHaveValue(cell.was);
  await main(page).getByLabel("百分比", { exact: true }).fill("viel");
  await submit(page, main(page).getByRole("button", { name: "算出新值" }));
  await expect(main(page)).toContainText("请填写大于 -100、不超过 1000 的百分比");
});

test("a cell that the rules refuse is marked, with its sentence", async ({ page }) => {
  await page.goto("/wms/replenish/season?v=0&sheet=1");
  const cell = (await cellsOn(page)).find(({ name }) => name === "m03");
  if (!cell) throw new Error("no factors");
  await control(page, cell).fill("99");
  const answer = await save(page);
  expect(answer.status()).toBe(422);
  await expect(control(page, cell)).toHaveValue("99");
  await expect(control(page, cell)).toHaveAttribute("aria-invalid", "true");
  await expect(
    main(page)
      .locator("td")
      .filter({ has: control(page, cell) })
      .locator(".err"),
  ).toContainText("10");
});

test("nothing changed says so", async ({ page }) => {
  await page.goto("/baseSetup/site/index?v=0&sheet=1");
  await save(page);
  await expect(page.locator("[data-flash]")).toContainText("没有改动");
  await main(page).getByRole("link", { name: "取消", exact: true }).click();
  expect(page.url()).not.toContain("sheet=1");
});

const people = await Promise.all(
  ROLE_ACCOUNTS.map(async ({ username }) => {
    const info = await (await api(username)).get<{ permissions: string[] }>("/admin/user/info");
    return { username, codes: new Set(info.permissions) };
  }),
);

/** Somebody who sees the list and may change nothing in it. */
const readerOf = (document: DocumentType) =>
  people.find(({ codes }) => codes.has(permissionOf(document, "view")) && !codes.has(permissionOf(document, "edit")))
    ?.username;

test("each has somebody who only reads it", () => {
  expect(typed.filter((document) => !readerOf(document)).map(({ name }) => name)).toEqual([]);
});

test.for(named(typed))(
  "%s: who may not edit is not offered it, and sends in vain",
  async ([, document], { browserOf }) => {
    const page = await browserOf(readerOf(document) ?? "");
    await page.goto(document.screens.list);
    await expect(page.getByRole("link", { name: "批量编辑" })).toHaveCount(0);
    await page.goto(list(document, ""));
    await expect(page.locator("input[data-was]")).toHaveCount(0);
    const answer = await page.request.post(document.screens.list, {
      headers: { Origin: origin },
      form: { _action: "sheet", _id: "1:1", _key: "12345678" },
    });
    expect(answer.status()).toBe(403);
  },
);
