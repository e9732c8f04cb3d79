import { expect } from "vitest";
import { type Page, testAs } from "../support";

const main = (page: Page) => page.getByRole("main");
const first = async (page: Page, links: string) => (await main(page).locator(links).attributes("href"))[0] ?? "";

/** What a page of the phone has whatever it shows, and that all its ways stay below /mobile. */
async function whole(page: Page, url: string) {
  expect((await page.goto(url))?.status(), url).toBe(200);
  await expect(main(page), url).toHaveCount(1);
  await expect(page.getByRole("navigation", { name: "常用" }), url).toHaveCount(1);
  const links = await page.locator("body a").attributes("href");
  const forms = await page.locator("body form[action]").attributes("action");
  const shared = /^\/(mobile(\/|$|\?)|export\/|download\/|help\/|lock$|logout$|desktop$|terminal$)/;
  const away = [...links, ...forms].filter((to) => to.startsWith("/") && !shared.test(to));
  expect(away, url).toEqual([]);
}

testAs("ops")("a list, a document, its form and its approval are a phone's", async ({ page }) => {
  await whole(page, "/mobile/porequisiton/index");
  const detail = await first(page, "a[href^='/mobile/porequisiton/detail/']");
  expect(detail).toMatch(/^\/mobile\/porequisiton\/detail\/index/);
  await whole(page, detail);
  await expect(page.locator(".title-bar")).toContainText("请购单");
  await whole(page, "/mobile/porequisiton/create/index");
  await expect(main(page).locator("[name=warehouseId]")).toHaveCount(1);
  await whole(page, "/mobile/activiti/mine/index");
  const approval = await first(page, "a[href*='/activiti/detail/']");
  await whole(page, approval);
  await expect(main(page)).toContainText("审批");
});

testAs("exec")("a chart and a notice are a phone's", async ({ page }) => {
  await whole(page, "/mobile");
  await whole(page, "/mobile/cockpit/overview/index");
  await expect(main(page).locator(".figure svg").first()).toBeVisible();
  await whole(page, "/mobile/wel/index");
  const notice = await first(page, ".announced a");
  expect(notice).toMatch(/^\/mobile\/admin\/message-center\?.*notice=/);
  await whole(page, notice);
  await expect(page.locator("dialog[open]")).toHaveCount(1);
});
