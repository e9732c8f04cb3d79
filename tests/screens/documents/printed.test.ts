import { documentNamed } from "#documents";
import { api } from "../../product/api";
import { expect, testAs } from "../support";

// Sheets whose prints are counted.

const test = testAs("admin");
const request = documentNamed("payment_request");

const one = async (status: string) => {
  const { records } = await (await api()).get<{ records: { id: string; no: string }[] }>(
    `${request.api}/page?size=1&status=${status}`,
  );
  return records[0];
};

test("a request says which print it is, and its history who made it", async ({ page }) => {
  const row = await one("approved");
  await page.goto(`/requestDetail/index?id=${row?.id}`);
  const link = page.getByRole("link", { name: "打印" });
  await expect(link).toHaveAttribute("href", `/print/index?ids=${row?.id}`);
  const sheet = page.locator(".paper.a5");
  const printed = async () => {
    await page.goto(`/print/index?ids=${row?.id}`);
    for (const part of [`请款单 ${row?.no}`, "大写", "通过"]) await expect(sheet).toContainText(part);
    return Number(/第(\d+)次打印/.exec((await sheet.textContent()) ?? "")?.[1]);
  };
  const first = await printed();
  expect(await printed()).toBe(first + 1);
  await page.goto(`/requestDetail/index?id=${row?.id}&tab=history`);
  await expect(page.getByText(`打印（第${first + 1}次）`).first()).toBeVisible();
});

test("a request that nobody approved is not printed", async ({ page }) => {
  const row = await one("draft");
  expect((await page.goto(`/print/index?ids=${row?.id}`)).status()).toBe(409);
  await page.goto(`/requestDetail/index?id=${row?.id}`);
  await expect(page.getByRole("link", { name: "打印" })).toHaveCount(0);
});
