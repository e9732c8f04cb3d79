import { api } from "../../product/api";
import { expect, follow, submit, testAs } from "../support";

const test = testAs("admin");

interface Inspection {
  id: string;
  no: string;
  version: number;
}

test("what an inspection lacks is said with its place; finished, it leads to the next one", async ({ page }) => {
  const { get, post } = await api();
  const { records } = await get<{ records: Inspection[] }>("/purchase/inspection/page?status=pending&size=1");
  const [row] = records;
  if (!row) throw new Error("an inspection has to wait");
  await post(`/purchase/inspection/${row.id}/claim`, { version: row.version });
  await page.goto(`/inspection/index?do=finish&on=${row.id}`);
  const refused = page.getByRole("alert");
  await expect(refused).toContainText("第1行合格数+不合格数须等于签收数，请在“编辑”中填写");
  await follow(page, refused.getByRole("link", { name: "编辑", exact: true }));
  await expect(page.getByLabel("第1行 合格", { exact: true })).toBeVisible();
  const { version } = await get<Inspection>(`/purchase/inspection/${row.id}`);
  expect(version, "nothing was finished").toBe(row.version + 1);
  const waiting = await get<{ records: Inspection[] }>("/purchase/inspection/page?status=pending&size=100");
  await submit(page, page.getByRole("button", { name: "保存并完成质检", exact: true }));
  const said = page.locator("[data-flash]");
  const next = said.getByRole("link").first();
  // Another try, or another test, may have taken the last one.
  if (!waiting.records.length) {
    await expect(said).toContainText("完成质检成功");
    await expect(next).toHaveCount(0);
    return;
  }
  await expect(said).toContainText("完成质检成功，下一条待质检");
  expect(waiting.records.map(({ no }) => no)).toContain(await next.innerText());
  await follow(page, next);
  await expect(page.getByRole("main").getByRole("button", { name: "领取", exact: true })).toBeVisible();
});

test("a field that is folded above the rows is not hidden while it is wrong", async ({ page }) => {
  await page.goto("/orderUpdate/index");
  const fold = page.locator(".fold");
  await expect(fold).not.toHaveAttribute("open", "");
  await page.getByText("更多填写项").click();
  await page.getByLabel(/^预付比例/).fill("999");
  await page.getByText("更多填写项").click();
  await submit(page, page.getByRole("button", { name: "保存", exact: true }));
  await expect(fold).toHaveAttribute("open", "");
  await expect(fold).toContainText("已填1项");
  await expect(page.locator("#f-depositRate-err")).toContainText("不能大于100");
});
