import { api } from "../../product/api";
import { expect, testAs } from "../support";

interface Change {
  poId: string;
  no: string;
}

const test = testAs("admin");

test("a form that may not start leads back, and says why", async ({ page }) => {
  const admin = await api();
  const path = "/purchase/change/page?status=auditing&size=1";
  const [change] = (await admin.get<{ records: Change[] }>(path)).records;
  if (!change) throw new Error("the demo data has no change that waits for approval");
  const order = `/orderUpdate/index?id=${change.poId}`;
  await page.goto(order);
  // The button knows and says it; a page that was open before still leads there.
  const start = `/pochange/edit?poId=${change.poId}`;
  await expect(page.locator(`a[href="${start}"]`)).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText(`存在审批中的变更单${change.no}`);
  await page.goto(start, { referer: page.url() });
  await expect(page).toHaveURL(order);
  await expect(page.locator("[data-flash]")).toContainText(`存在审批中的变更单${change.no}`);
  // Typed into the address bar there is nowhere to go back to: the sentence stands on an error page.
  const answer = await page.goto(start);
  expect(answer?.status()).toBe(409);
  await expect(page.getByRole("main")).toContainText(`存在审批中的变更单${change.no}`);
});
