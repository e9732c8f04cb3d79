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
export async function receipt(driver: Driver, no: string): Promise<void> {
  const { attach, browserOf, expect, follow, rowWith } = driver;
  const { approve, confirmed, open, press } = acts(driver);
  const [warehouse, buyer, manager, admin] = await Promise.all(
    ["warehouse", "buyer", "purchase_manager", "admin"].map(browserOf),
  );
  if (!warehouse || !buyer || !manager || !admin) throw new Error("four people are needed");

  await warehouse.goto("/wmssign/sign");
  await warehouse.getByLabel(/^送货单/).fill(no);
  await warehouse.getByRole("button", { name: "确认签收" }).click();
  await expect(main(warehouse), "a typed number brings its lines").toContainText("已带出来源");
  await expect(cell(warehouse, 1, "签收数量")).not.toHaveValue("");
  await open(warehouse, "仓库管理", "签收列表");
  await press(warehouse, "待签收");
  await follow(warehouse, rowWith(warehouse, no).getByRole("link", { name: "签收", exact: true }));
  const counted = Number(await cell(warehouse, 1, "签收数量").inputValue());
  // Some goods need none.
  await warehouse.getByLabel(/^质检策略/).selectOption({ label: "需质检" });
  await press(warehouse, "确认签收");
  await expect(warehouse.getByText("确认签收成功")).toBeVisible();
  await expect(main(warehouse)).toContainText("已签收");
  const zj = await numberOf(warehouse, "ZJ");

  const chain = main(warehouse).getByRole("navigation", { name: "单据链" });
  await follow(warehouse, chain.getByRole("link", { name: zj }));
  await confirmed(warehouse, "领取");
  await press(warehouse, "编辑");
  await warehouse.getByLabel("第1行 合格", { exact: true }).fill(String(counted - 2));
  await warehouse.getByLabel("第1行 不合格", { exact: true }).fill("2");
  await press(warehouse, "保存");
  await expect(main(warehouse), "the button says why").toContainText("请填写不合格原因并上传照片");
  await press(warehouse, "编辑");
  await cell(warehouse, 1, "不合格原因").selectOption({ label: "外观" });
  await cell(warehouse, 1, "处理").selectOption({ label: "退货" });
  const files = warehouse.locator("input[type=file]");
  for (let i = 0; i < 2; i++) await attach(files.nth(i), picture);
  await press(warehouse, "保存");
  await confirmed(warehouse, "完成质检");
  await expect(main(warehouse)).toContainText("部分合格");

  await open(buyer, "采购管理", "质检单");
  await follow(buyer, rowWith(buyer, zj).getByRole("link", { name: /^CG\d+$/ }));
  await expect(buyer.getByRole("heading", { level: 1 })).toContainText("采购单 CG");
  await open(buyer, "采购管理", "质检单");
  await follow(buyer, main(buyer).getByRole("link", { name: zj, exact: true }));
  await press(buyer, "退货");
  await expect(cell(buyer, 1, "退次品")).toHaveValue("2");
  await buyer.getByLabel(/^原因/).selectOption({ label: "质量不良" });
  await press(buyer, "保存");
  await confirmed(buyer, "提交");
  const ct = await numberOf(buyer, "CT");
  await approve(manager, ct);
  await warehouse.goto(`/poreturn/index?keyword=${ct}`);
  await follow(warehouse, main(warehouse).getByRole("link", { name: ct, exact: true }));
  await confirmed(warehouse, "确认出库");
  await expect(main(warehouse)).toContainText("已出库");

  await admin.goto(`/wms/stockMove/index?keyword=${ct}`);
  await expect(rowWith(admin, ct)).toHaveCount(1);
  await expect(rowWith(admin, ct)).toContainText("-2");
  await admin.goto(`/finance/ap/index?keyword=${ct}`);
  await expect(rowWith(admin, ct)).toContainText("退货扣款");
}
