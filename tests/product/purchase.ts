import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { api } from "./api";
import { acts, cell, type Driver, main, numberOf, type Walk } from "./driver";
import { receipt } from "./receipt";

interface Row {
  name: string;
  skuCode: string;
  status: string;
  level: string;
  frozen: boolean;
  sealRequired: boolean;
  purchasePrice: string;
  currency: string;
  supplierType: string;
}

const records = async (who: string, path: string) => (await (await api(who)).get<{ records: Row[] }>(path)).records;

/** The awarded quantities, and what the order and its contract come to: everybody has to approve. */
const AWARDED = [12_000, 6_000];
const SUM = { figures: "244,080.00", words: "贰拾肆万肆仟零捌拾元整" };
const pdf = { mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") };

/** From a requisition to what goes back, by the people whose work it is: docs/tour/purchase.md. */
export const purchase: Walk = async (driver: Driver) => {
  const { attach, browserOf, expect, follow, rowWith, submit } = driver;
  const { approve, confirmed, guided, open, press, sheet } = acts(driver);
  // Script opens the next row, without it a button does.
  const openRow = async (page: Page, lines: string, row: number, label: string) => {
    if (!(await cell(page, row, label).count()))
      await page.locator(`button[name="_line"][value="add:${lines}"]`).click();
    await expect(cell(page, row, label)).toBeVisible();
  };
  const [ops, leader, exec, buyer, manager, finance] = await Promise.all(
    ["ops", "ops_manager", "exec", "buyer", "purchase_manager", "finance"].map(browserOf),
  );
  if (!ops || !leader || !exec || !buyer || !manager || !finance) throw new Error("six people are needed");
  const skus = (await records("buyer", "/product/sku/page?size=100&skuType=normal"))
    .filter((s) => s.status === "approved" && !s.sealRequired && Number(s.purchasePrice) > 12)
    .slice(0, 2);
  const suppliers = (await records("buyer", "/supplier/supplier/page?size=100"))
    .filter((s) => s.status === "approved" && s.level !== "D" && !s.frozen && s.currency === "CNY")
    .filter((s) => !["logistics", "customs"].includes(s.supplierType))
    .slice(0, 3);
  expect([skus.length, suppliers.length]).toEqual([2, 3]);
  const no = { need: "", turned: "", inquiry: "", order: "", contract: "", delivery: "" };
  let order = "";

  return [
    () => guided(buyer, "电子厨房秤", "请购", "询价与定标", "采购单", "到货签收"),
    async () => {
      await open(ops, "采购管理", "请购单");
      await press(ops, "新增");
      await ops.getByLabel("店铺").selectOption({ index: 1 });
      await ops.getByLabel(/^需求仓库/).selectOption({ label: "深圳仓" });
      await ops
        .getByLabel(/^期望到仓日/)
        .first()
        .fill("2099-01-20");
      for (const [i, sku] of skus.entries()) {
        await openRow(ops, "items", i + 1, "SKU");
        await cell(ops, i + 1, "SKU").fill(sku.skuCode);
        await cell(ops, i + 1, "请购数量").fill(String(AWARDED[i]));
      }
      await press(ops, "保存");
      await confirmed(ops, "提交");
      no.need = await numberOf(ops, "QG");
    },
    async () => {
      for (const page of [leader, exec]) await approve(page, no.need);
    },
    async () => {
      await open(buyer, "采购管理", "请购单");
      await follow(buyer, main(buyer).getByRole("link", { name: no.need, exact: true }));
      await press(buyer, "转采");
      await press(buyer, "保存");
      await confirmed(buyer, "提交");
      no.turned = await numberOf(buyer, "ZC");
      await approve(manager, no.turned);
    },
    async () => {
      await buyer.reload();
      await press(buyer, "生成询价单");
      await buyer
        .getByLabel(/^报价截止/)
        .first()
        .fill("2099-01-01T18:00");
      for (const [i, supplier] of suppliers.entries()) {
        await openRow(buyer, "suppliers", i + 1, "供应商");
        await cell(buyer, i + 1, "供应商").fill(supplier.name);
      }
      await press(buyer, "保存");
      await confirmed(buyer, "发起询价");
    },
    async () => {
      await main(buyer).getByRole("link", { name: "录入报价/定标" }).first().click();
      const quotes = buyer.locator("form", { hasText: "保存报价与定标" }).locator("tbody tr");
      await expect(quotes).toHaveCount(6);
      for (let i = 0; i < 6; i++) {
        const field = (name: string) => quotes.nth(i).locator(`input[name$=".${name}"]`);
        await field("quotedPrice").fill(i % 3 ? "12.20" : "12.00");
        await field("awardQty").fill(i % 3 ? "0" : String(AWARDED[i / 3]));
      }
      await attach(quotes.first().locator("input[type=file]"), { name: "quotation.pdf", ...pdf });
      await press(buyer, "保存报价与定标");
      await expect(buyer.getByLabel("比价表").getByRole("link")).toHaveCount(1);
      await confirmed(buyer, "定标提交");
      no.inquiry = await numberOf(buyer, "XJ");
    },
    async () => {
      for (const page of [manager, finance]) await approve(page, no.inquiry);
    },
    async () => {
      await buyer.goto(`/inquiryorder/detail/${no.inquiry}`);
      const toOrder = buyer.locator("form", { hasText: "生成一张采购单草稿" });
      await submit(buyer, toOrder.getByRole("button", { name: "生成采购单" }));
      no.order = await numberOf(buyer, "CG");
      await follow(
        buyer,
        main(buyer)
          .getByRole("link", { name: /^关联单据/ })
          .first(),
      );
      const related = main(buyer)
        .getByRole("region", { name: /采购单/ })
        .first();
      await follow(buyer, related.getByRole("link", { name: no.order }).first());
      await press(buyer, "编辑");
      await buyer.getByLabel(/^采购主体/).selectOption({ index: 1 });
      await press(buyer, "保存");
      await expect(main(buyer)).toContainText(SUM.figures);
      await confirmed(buyer, "提交");
    },
    async () => {
      for (const page of [manager, finance, exec]) await approve(page, no.order);
    },
    async () => {
      await buyer.reload();
      order = buyer.url();
      await press(buyer, "生成合同");
      await press(buyer, "保存");
      await expect(main(buyer)).toContainText(SUM.words);
      await confirmed(buyer, "提交");
      no.contract = await numberOf(buyer, "HT");
    },
    async () => {
      for (const page of [manager, finance, exec]) await approve(page, no.contract);
    },
    async () => {
      await buyer.reload();
      await press(buyer, "含税合同图");
      await buyer.goBack();
      await press(buyer, "上传签署件");
      await buyer
        .getByLabel(/^签订日期/)
        .first()
        .fill("2026-11-21");
      await attach(buyer.locator("input[type=file]").last(), { name: "scan.pdf", ...pdf });
      await submit(buyer, buyer.getByRole("dialog").locator("form").getByRole("button").last());
      await expect(main(buyer)).toContainText("已生效");
      await buyer.goto(order);
      await expect(main(buyer)).toContainText("执行中");
    },
    async () => {
      await press(buyer, "交货计划");
      await press(buyer, "保存");
      await confirmed(buyer, "确认");
      await press(buyer, "生成送货单");
      await press(buyer, "保存");
      await confirmed(buyer, "确认发货");
      await expect(buyer.locator("[data-flash]")).toContainText("确认发货成功");
      no.delivery = await numberOf(buyer, "SH");
      await sheet(buyer, "打印");
    },
    async () => {
      await buyer.goto(`/purchaseContract/index?keyword=${no.contract}`);
      await rowWith(buyer, no.contract).getByRole("checkbox").check();
      const [zip] = await Promise.all([
        buyer.waitForEvent("download"),
        main(buyer).getByRole("button", { name: "打包下载" }).click(),
      ]);
      expect(zip.suggestedFilename()).toBe(`合同${no.contract}.zip`);
      const names = Object.keys(unzipSync(await driver.bytesOf(zip)));
      expect(names).toEqual([`${no.contract}/合同图.html`, `${no.contract}/scan.pdf`, "清单.xlsx"]);
    },
    ...(await receipt(driver, () => no.delivery)),
  ];
};
