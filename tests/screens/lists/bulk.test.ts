import { expect, testAs } from "../support";

const list = "/purchaseOrder/index";

testAs("buyer")("one field of several rows is set, with a result for each", async ({ page }) => {
  await page.goto(list);
  // The state alone: a reason of another action may name a draft as well.
  const inState = (state: string) =>
    page
      .getByRole("row")
      .filter({ has: page.getByText(state, { exact: true }) })
      .first();
  const draft = inState("草稿");
  const running = inState("执行中");
  const no = await draft.getByRole("link", { name: /^CG/ }).innerText();
  const closed = await running.getByRole("link", { name: /^CG/ }).innerText();
  await draft.getByRole("checkbox").check();
  await running.getByRole("checkbox").check();
  await page.getByRole("button", { name: "批量修改" }).click();
  const dialog = page.getByRole("dialog", { name: "批量修改采购单" });
  await expect(dialog).toContainText(no);
  await expect(dialog).toContainText(closed);
  await dialog.getByRole("link", { name: "要求交期" }).click();
  await dialog.getByRole("button", { name: "修改2条" }).click();
  await expect(dialog, "what is required stays required").toContainText("请选择要求交期");
  await dialog.getByLabel("要求交期").fill("2027-05-06");
  await dialog.getByRole("button", { name: "修改2条" }).click();
  const outcome = page.getByRole("dialog", { name: "批量修改要求交期结果" });
  await expect(outcome).toContainText("成功 1 条，失败 1 条");
  await expect(outcome).toContainText(`${closed}：采购单执行中，不能修改`);
  await outcome.getByRole("link", { name: "知道了" }).click();
  await page.goto(`${list}?keyword=${no}`);
  await expect(page.getByRole("row").filter({ hasText: no })).toContainText("2027-05-06");
});

testAs("buyer")("without a choice it says so", async ({ page }) => {
  await page.goto(list);
  await page.getByRole("button", { name: "批量修改" }).click();
  await expect(page.getByText("请先选择数据").first()).toBeVisible();
});

testAs("finance")("who may not edit is not offered it", async ({ page }) => {
  await page.goto(list);
  await expect(page.getByRole("button", { name: "批量修改" })).toHaveCount(0);
});
