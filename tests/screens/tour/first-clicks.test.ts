import { readFileSync } from "node:fs";
import { acts } from "../../product/driver";
import { expect, submit, testAs } from "../support";
import { stepOf } from "./steps";
import { Onlooker, watched } from "./witness";

const test = testAs(null);

const readme = readFileSync("README.md", "utf8");
/** Whom the README names, and what each of them clicks first. */
const named = new Map(
  [...readme.matchAll(/`([a-z_]+)` ([A-Z]*\p{Script=Han}+)/gu)].map(
    ([, person = "", word = ""]) => [person, word] as const,
  ),
);

test("the README tells everybody of the sign-in page where to begin", async ({ page }) => {
  await page.goto("/login");
  const accounts = await page.locator("details.demo a b").allTextContents();
  expect(accounts.length).toBeGreaterThanOrEqual(20);
  await page.locator("details.demo > summary").click();
  await submit(page, page.locator("details.demo a").last());
  await expect(page.getByLabel(/^用户名/), "a name fills in the form").toHaveValue(accounts.at(-1) ?? "none");
  expect([...named.keys()].sort()).toEqual([...accounts].sort());
});

for (const [person, word] of named)
  test(`${person} sees something within three clicks: the name, 登录, ${word}`, async ({ browserOf }) => {
    const page = await browserOf(person);
    await page.goto("/wel/index");
    const main = page.getByRole("main");
    await submit(page, main.getByRole("link", { name: new RegExp(word) }).first());
    await expect(main.locator("tbody tr:visible, figure svg, ul.announced li").first()).toBeVisible();
    await expect(main).not.toContainText("暂无数据");
  });

test("the three things that it tells everybody to click are there", async ({ browserOf }) => {
  const told = stepOf(/^\*\*Three things to click.*$/m.exec(readme)?.[0] ?? "");
  const onlooker = new Onlooker();
  const driver = watched(onlooker, browserOf);
  const { guided, open } = acts(driver);
  const page = await driver.browserOf("admin");
  const main = page.getByRole("main");
  await page.goto("/wel/index");
  const late = main.locator("section", { hasText: "逾期采购单" }).last();
  await driver.follow(page, late.locator("ul a").first());
  await expect(main.getByRole("navigation", { name: "单据链" }).getByRole("link").first()).toBeVisible();
  await open(page, "驾驶舱", "经营总览", "数据");
  const worst = main.locator(".panels > li, .tiles > li").filter({ hasText: "净利润末位小组" });
  await driver.follow(page, worst.getByRole("link").first());
  await expect(main.locator("tbody tr:visible").first()).toBeVisible();
  await guided(page, "电子厨房秤", "采购单");
  expect(onlooker.differences(told)).toEqual([]);
});
