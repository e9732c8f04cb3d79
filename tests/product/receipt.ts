import { acts, cell, type Driver, main, numberOf } from "./driver";

const picture = {
  name: "crack.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

/** The goods of a delivery are received, inspected, and what is bad goes back. */
export async function receipt(driver: Driver, delivery: () => string): Promise<(() => Promise<void>)[]> {
  const { attach, browserOf, expect, follow, rowWith } = driver;
  const { approve, confirmed, guided, open, press, unfold } = acts(driver);
  const [warehouse, buyer, manager, finance] = await Promise.all(
    ["warehouse", "buyer", "purchase_manager", "finance"].map(browserOf),
  );
  if (!warehouse || !buyer || !manager || !finance) throw new Error("four people are needed");
  const no = { inspection: "", back: "" };

  return [
    async () => {
      await open(warehouse, "仓库管理", "签收列表");
      await press(warehouse, "待签收");
      const list = warehouse.url();
      await warehouse.goto("/wmssign/sign");
      await warehouse.getByLabel(/^送货单/).fill(delivery());
      await warehouse.getByRole("button", { name: "确认签收" }).click();
      await expect(main(warehouse), "a typed number brings its lines").toContainText("已带出来源");
      await expect(cell(warehouse, 1, "签收数量")).not.toHaveValue("");
      await warehouse.goto(list);
      await follow(warehouse, rowWith(warehouse, delivery()).getByRole("link", { name: "签收", exact: true }));
      await unfold(warehouse);
      // Some goods need none.
      await warehouse.getByLabel(/^质检策略/).selectOption({ label: "需质检" });
      await press(warehouse, "确认签收");
      await expect(warehouse.getByText("确认签收成功")).toBeVisible();
      await expect(main(warehouse)).toContainText("已签收");
      no.inspection = await numberOf(warehouse, "ZJ");
    },
    async () => {
      const chain = main(warehouse).getByRole("navigation", { name: "单据链" });
      await follow(warehouse, chain.getByRole("link", { name: no.inspection }));
      await press(warehouse, "领取");
      await press(warehouse, "编辑");
      const good = warehouse.getByLabel("第1行 合格", { exact: true });
      await good.fill(String(Number(await good.inputValue()) - 2));
      await warehouse.getByLabel("第1行 不合格", { exact: true }).fill("2");
      await press(warehouse, "保存");
      await expect(main(warehouse), "the button says why").toContainText("请填写不合格原因并上传照片");
      await press(warehouse, "编辑");
      await cell(warehouse, 1, "不合格原因").selectOption({ label: "外观" });
      await cell(warehouse, 1, "处理").selectOption({ label: "退货" });
      const files = warehouse.locator("input[type=file]");
      for (let i = 0; i < 2; i++) await attach(files.nth(i), picture);
      await press(warehouse, "保存并完成质检");
      await expect(main(warehouse)).toContainText("部分合格");
    },
    async () => {
      await open(buyer, "采购管理", "质检单");
      await follow(buyer, rowWith(buyer, no.inspection).getByRole("link", { name: /^CG\d+$/ }));
      await expect(buyer.getByRole("heading", { level: 1 })).toContainText("采购单 CG");
      await open(buyer, "采购管理", "质检单");
      await follow(buyer, main(buyer).getByRole("link", { name: no.inspection, exact: true }));
      await press(buyer, "退货");
      await expect(cell(buyer, 1, "退次品")).toHaveValue("2");
      await buyer.getByLabel(/^原因/).selectOption({ label: "质量不良" });
      await press(buyer, "保存");
      await confirmed(buyer, "提交");
      no.back = await numberOf(buyer, "CT");
      await approve(manager, no.back);
    },
    async () => {
      await warehouse.goto("/wel/index");
      await follow(
        warehouse,
        main(warehouse)
          .getByRole("link", { name: /^待退货出库/ })
          .first(),
      );
      await follow(warehouse, main(warehouse).getByRole("link", { name: no.back, exact: true }));
      await confirmed(warehouse, "确认出库");
      await expect(main(warehouse)).toContainText("已出库");
    },
    async () => {
      await warehouse.goto(`/wms/stockMove/index?keyword=${no.back}`);
      await expect(rowWith(warehouse, no.back)).toHaveCount(1);
      await expect(rowWith(warehouse, no.back)).toContainText("-2");
      await finance.goto(`/finance/ap/index?keyword=${no.back}`);
      await expect(rowWith(finance, no.back)).toContainText("退货扣款");
    },
    () => guided(buyer, "快充充电器", "拒收9%的质检", "退货扣款"),
  ];
}
