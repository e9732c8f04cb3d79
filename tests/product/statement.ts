import type { Page } from "@playwright/test";
import { unique } from "./address";
import { acts, type Driver, main, numberOf, type Walk } from "./driver";
import { owedOrder } from "./owed";

const scan = { name: "scan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") };

/** Now in Shanghai, as a control of the browser takes it. */
const minute = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16);

/**
 * An order in USD is paid in CNY and completed; its supplier gets a statement and confirms it, and his
 * closing balance leads to every receipt, return and payment behind it. The statement is void in the end:
 * the next run makes it again.
 */
export const statement: Walk = async (driver: Driver) => {
  const { attach, browserOf, expect, follow, rowWith, submit } = driver;
  const { approve, confirmed, open, press, unfold } = acts(driver);
  const [buyer, manager, finance, cashier] = await Promise.all(
    ["buyer", "purchase_manager", "finance", "cashier"].map(browserOf),
  );
  if (!buyer || !manager || !finance || !cashier) throw new Error("four people are needed");
  const { orderNo, signNo, returnNo, supplierName } = await owedOrder();
  // Is still owed in the end: the closing balance is not 0.
  await owedOrder();
  const dialog = (page: Page) => page.getByRole("dialog");
  const send = (page: Page) => submit(page, dialog(page).locator("form").getByRole("button").last());
  const upload = async (page: Page) => {
    await attach(dialog(page).locator("input[type=file]"), scan);
  };
  const no = { request: "", payment: "" };
  let sent = "";

  return [
    async () => {
      await buyer.goto(`/finance/request/pool?keyword=${orderNo}`);
      await follow(buyer, rowWith(buyer, orderNo).getByRole("link", { name: "请款", exact: true }));
      await unfold(buyer);
      await buyer.getByLabel(/^付款币种/).selectOption("CNY");
      await buyer.getByLabel(/^汇率取值/).selectOption({ label: "请款指定" });
      await buyer.getByLabel(/^付款汇率/).fill("0.14");
      await buyer.getByLabel(/^汇率说明/).fill("合同约定");
      await buyer.getByLabel("发票", { exact: true }).selectOption({ label: "已收齐" });
      await press(buyer, "保存");
      await confirmed(buyer, "提交");
      no.request = await numberOf(buyer, "QK");
      for (const page of [manager, finance]) await approve(page, no.request);
    },
    async () => {
      await cashier.goto(`/finance/request/index?keyword=${no.request}`);
      await follow(cashier, main(cashier).getByRole("link", { name: no.request, exact: true }));
      await press(cashier, "生成付款单");
      await press(cashier, "保存");
      no.payment = await numberOf(cashier, "FK");
      await press(cashier, "确认付款");
      await dialog(cashier)
        .getByLabel(/^实付时间/)
        .first()
        .fill(minute());
      await dialog(cashier)
        .getByLabel(/^银行流水号/)
        .fill(unique("BK"));
      await upload(cashier);
      await send(cashier);
      await expect(main(cashier)).toContainText("已付款");
      await buyer.goto(`/purchaseOrder/index?keyword=${orderNo}`);
      await expect(rowWith(buyer, orderNo)).toContainText("已完成");
    },
    async () => {
      await open(finance, "财务管理", "供应商对账单", "财务");
      await press(finance, "新增");
      await finance.getByLabel(/^供应商/).fill(supplierName);
      await finance.getByLabel(/^币种/).selectOption("USD");
      const today = minute().slice(0, 10);
      for (const label of [/^开始日期/, /^结束日期/]) {
        const day = finance.getByLabel(label).first();
        await day.fill(today);
      }
      await press(finance, "保存");
      for (const number of [signNo, returnNo, no.payment]) await expect(main(finance)).toContainText(number);
      await confirmed(finance, "发出");
      await expect(main(finance)).toContainText("待对方确认");
      await press(finance, "登记确认");
      await dialog(finance)
        .getByLabel(/^确认日期/)
        .first()
        .fill(today);
      await upload(finance);
      await send(finance);
      await expect(finance.locator("[data-flash]")).toContainText("登记确认成功");
      sent = new URL(finance.url()).searchParams.get("id") ?? "";
    },
    async () => {
      await open(finance, "财务管理", "应付流水", "财务");
      await press(finance, "按供应商");
      for (const number of [signNo, returnNo, no.payment]) {
        const name = encodeURIComponent(supplierName);
        await finance.goto(`/finance/ap/supplier?keyword=${name}&currency=USD`);
        const closing = rowWith(finance, supplierName).locator("a[href*='bizDateTo=']");
        await follow(finance, closing.first());
        await follow(finance, main(finance).getByRole("link", { name: number, exact: true }).first());
        await expect(main(finance)).toContainText(number);
      }
      await finance.goto(`/finance/statement/detail?id=${sent}&do=void`);
      await dialog(finance).locator("textarea").fill("重新对账");
      await send(finance);
      await expect(main(finance)).toContainText("已作废");
    },
  ];
};
