import { api } from "../../product/api";
import { expect, type Page, submit, testAs, unique } from "../support";

const test = testAs("finance");
const LIST = "/finance/monthClose/index";

interface Row {
  id: string;
  month: string;
  endDate: string;
}

/** The month that waits to be closed: the one before this one. */
const waiting = async () => {
  const finance = await api("finance");
  const path = "/finance/month/page?status=open,reopened&ascs=month&size=1";
  const { records } = await finance.get<{ records: Row[] }>(path);
  if (!records[0]) throw new Error("no month waits");
  return records[0];
};

/** Something of that month that nobody finished. */
async function draft(bizDate: string) {
  const warehouse = await api("warehouse");
  const { records } = await warehouse.get<{ records: { id: string; status: string }[] }>("/product/sku/page?size=50");
  const [place] = await warehouse.get<{ id: string }[]>("/wms/warehouse/options");
  const skuId = records.find((r) => r.status === "approved")?.id;
  return warehouse.post<Row>("/wms/otherin", {
    inType: "gain",
    warehouseId: place?.id,
    reason: unique("盘点多出"),
    bizDate,
    items: [{ skuId, goodQty: 1, badQty: 0 }],
  });
}

const main = (page: Page) => page.getByRole("main");
const act = (page: Page, label: string) => main(page).getByRole("link", { name: label, exact: true }).first().click();
const send = (page: Page, label: string) =>
  submit(page, page.getByRole("dialog").getByRole("button", { name: label, exact: true }));

test("a month is looked through, closed in spite of what is open, and opened again", async ({ page, browserOf }) => {
  const { month, endDate } = await waiting();
  await draft(endDate);
  await page.goto(LIST);
  await main(page).getByRole("link", { name: month, exact: true }).click();
  await expect(main(page)).toContainText("按月份顺序关账");
  const line = main(page).getByRole("row").filter({ hasText: "未完成审批的其他入库单" });
  await expect(line).toContainText("提醒");
  const here = page.url();
  const count = (await line.getByRole("link").textContent()) ?? "";
  await line.getByRole("link").click();
  await expect(main(page)).toContainText(`共 ${count} 条`);
  await page.goto(here);
  await act(page, "关账");
  await send(page, "关账");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`${month}还有`);
  await dialog.getByLabel("我已确认").check();
  await send(page, "关账");
  await expect(main(page)).toContainText("关账时的检查");
  await expect(main(page).getByRole("link", { name: "反关账" })).toHaveCount(0);

  const exec = await browserOf("exec");
  await exec.goto(here);
  await act(exec, "反关账");
  await send(exec, "反关账");
  await expect(exec.getByRole("dialog")).toContainText("请填写反关账原因");
  await exec.getByRole("dialog").getByLabel("反关账原因").fill("漏登一张入库单");
  await send(exec, "反关账");
  await expect(main(exec)).toContainText("已反关账");
  await expect(main(exec)).toContainText("漏登一张入库单");
});

test("the month that runs says why it is not closed yet", async ({ page }) => {
  await page.goto(LIST);
  await main(page).getByRole("row").nth(1).getByRole("link").first().click();
  await expect(
    main(page)
      .getByText(/尚未结束，不能关账/)
      .first(),
  ).toBeVisible();
});
