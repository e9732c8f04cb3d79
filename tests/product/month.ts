import type { Page } from "@playwright/test";
import { unique } from "./address";
import { api } from "./api";
import { acts, type Driver, main, type Walk } from "./driver";

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

/** A month is looked through, closed in spite of what is open, and opened again. */
export const month: Walk = async (driver: Driver) => {
  const { browserOf, expect, submit } = driver;
  const { open, press } = acts(driver);
  const [finance, exec] = await Promise.all(["finance", "exec"].map(browserOf));
  if (!finance || !exec) throw new Error("two people are needed");
  const { month, endDate } = await waiting();
  await draft(endDate);
  const send = (page: Page, label: string) =>
    submit(page, page.getByRole("dialog").getByRole("button", { name: label, exact: true }));
  let here = "";

  return [
    async () => {
      await open(finance, "财务管理", "月结", "财务");
      await press(finance, month);
      await expect(main(finance)).toContainText("按月份顺序关账");
      const line = main(finance).getByRole("row").filter({ hasText: "未完成审批的其他入库单" });
      await expect(line).toContainText("提醒");
      here = finance.url();
      const count = (await line.getByRole("link").textContent()) ?? "";
      await line.getByRole("link").click();
      await expect(main(finance)).toContainText(`共 ${count} 条`);
      await finance.goto(here);
      await press(finance, "关账");
      await send(finance, "关账");
      const dialog = finance.getByRole("dialog");
      await expect(dialog).toContainText(`${month}还有`);
      await dialog.getByLabel("我已确认").check();
      await send(finance, "关账");
      await expect(main(finance)).toContainText("关账时的检查");
      await expect(main(finance).getByRole("link", { name: "反关账" })).toHaveCount(0);
    },
    async () => {
      await exec.goto(here);
      await press(exec, "反关账");
      await send(exec, "反关账");
      await expect(exec.getByRole("dialog")).toContainText("请填写反关账原因");
      await exec.getByRole("dialog").getByLabel("反关账原因").fill("漏登一张入库单");
      await send(exec, "反关账");
      await expect(main(exec)).toContainText("已反关账");
      await expect(main(exec)).toContainText("漏登一张入库单");
    },
  ];
};
