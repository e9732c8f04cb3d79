import { api } from "../../product/api";
import { expect, submit, testAs } from "../support";

// From the pool to a submitted request, without script.

const test = testAs("buyer");

test("what is left of an order is asked for, and both pages say so", async ({ page }) => {
  const buyer = await api("buyer");
  const { records } = await buyer.get<{ records: { id: string; poNo: string; supplierName: string }[] }>(
    "/finance/requestpool/page?size=100&reason=ready&nextType=deposit",
  );
  // Who may not see a supplier asks nothing for it.
  const known = await buyer.get<{ records: { name: string }[] }>("/supplier/supplier/page?size=100");
  // Of whom most orders wait is left to the walk that asks for several at once.
  const waiting = (name: string) => records.filter((o) => o.supplierName === name).length;
  const [po] = records
    .filter((r) => known.records.some(({ name }) => name === r.supplierName))
    .sort((a, b) => waiting(a.supplierName) - waiting(b.supplierName));
  await page.goto("/finance/request/pool?reason=ready&nextType=deposit");
  await expect(page.locator("main")).toContainText(po?.poNo ?? "");
  await page.goto(`/requestDetail/index?poIds=${po?.id}`);
  await submit(page, page.getByRole("button", { name: "保存并提交", exact: true }));
  await expect(page).toHaveURL(/\/requestDetail\/index\?id=\d+/);
  const no = /QK\d{10}/.exec((await page.locator("main").textContent()) ?? "")?.[0] ?? "none";
  await expect(page.locator("main header")).toContainText("审批中");
  await page.goto(`/orderUpdate/index?id=${po?.id}&tab=requests`);
  await expect(page.getByRole("region", { name: "请款与付款" })).toContainText(no);
  await page.goto(`/requestDetail/index?poIds=${po?.id}`);
  await expect(page.locator("main")).toContainText("未到货，不能申请尾款");
});
