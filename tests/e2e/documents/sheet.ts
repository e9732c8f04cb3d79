import type { Page } from "@playwright/test";
import { api } from "../../product/api";
import { main } from "../../product/driver";
import { expect, submit } from "../support";

export const sheet = (page: Page) => page.locator("[data-lines=items]");
export const rows = (page: Page) => sheet(page).locator("tbody tr");
export const foot = (page: Page) => sheet(page).locator("tfoot");

export async function codes(count: number): Promise<string[]> {
  const ops = await api("ops");
  const path = "/product/sku/page?size=100&skuType=normal";
  const { records } = await ops.get<{ records: { skuCode: string; status: string }[] }>(path);
  const found = records.filter((s) => s.status === "approved").map((s) => s.skuCode);
  expect(found.length).toBeGreaterThanOrEqual(count);
  return found.slice(0, count);
}

/** A new requisition whose head is filled; what the page sends from then on is kept. */
export async function newForm(page: Page) {
  await page.goto("/porequisiton/create/index");
  await page.getByLabel("店铺").selectOption({ index: 1 });
  await page.getByLabel(/^需求仓库/).selectOption({ label: "深圳仓" });
  await page
    .getByLabel(/^期望到仓日/)
    .first()
    .fill("2099-01-20");
  await expect(page.locator("[data-lines=items]")).toHaveAttribute("data-awake", "");
  const sent: string[] = [];
  page.on("request", (r) => r.isNavigationRequest() && sent.push(`${r.method()} ${r.url()}`));
  return sent;
}

/** A block of a spreadsheet, pasted where the focus is. */
export const paste = (page: Page, text: string) =>
  page.evaluate((block) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", block);
    const event = { clipboardData, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", event));
  }, text);

export const save = (page: Page) => submit(page, main(page).getByRole("button", { name: "保存", exact: true }).last());
