import type { Page } from "@playwright/test";
import { unique } from "./address";
import { api } from "./api";
import { acts, cell, type Driver, main, numberOf, type Walk } from "./driver";

interface Pooled {
  poNo: string;
  supplierName: string;
  companyId: string;
  nextType: string;
  askAmount: string;
}

/**
 * Three orders of one supplier and company for which money may be asked, together too little for general
 * management: one, and two deposits that are asked for at once.
 */
async function askable(): Promise<{ last: Pooled; both: Pooled[] }> {
  const path = "/finance/requestpool/page?reason=ready&currency=CNY&size=100";
  const { records } = await (await api("buyer")).get<{ records: Pooled[] }>(path);
  const small = [...records].sort((a, b) => Number(a.askAmount) - Number(b.askAmount));
  for (const last of small) {
    const both = small
      .filter((r) => r.supplierName === last.supplierName && r.companyId === last.companyId)
      .filter((r) => r.nextType === "deposit" && r !== last)
      .slice(0, 2);
    const sum = [last, ...both].reduce((n, r) => n + Number(r.askAmount), 0);
    if (both.length === 2 && sum < 50_000) return { last, both };
  }
  throw new Error("the demonstration has no such orders");
}

/** An account of ours in another currency than the orders. */
async function foreignAccount(): Promise<string> {
  const path = "/finance/account/page?currency=USD&size=1";
  const { records } = await (await api("cashier")).get<{ records: { id: string }[] }>(path);
  return records[0]?.id ?? "";
}

const receipt = { name: "receipt.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") };

/** Minutes of Shanghai, as a control of the browser takes them. */
const minute = (at = Date.now()) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16);

/**
 * A month's money, by those whose work it is: deposits and a balance are asked for, approved, paid in one
 * transfer that the OA releases, and sent back by the bank.
 */
export const payments: Walk = async (driver: Driver) => {
  const { attach, browserOf, expect, follow, rowWith, submit } = driver;
  const { approve, confirmed, open, press, unfold } = acts(driver);
  const [buyer, manager, finance, cashier] = await Promise.all(
    ["buyer", "purchase_manager", "finance", "cashier"].map(browserOf),
  );
  if (!buyer || !manager || !finance || !cashier) throw new Error("four people are needed");
  const { last, both } = await askable();
  const dialog = (page: Page) => page.getByRole("dialog");
  const send = (page: Page) => submit(page, dialog(page).locator("form").getByRole("button").last());
  const no = { deposit: "", balance: "", oa: "" };
  const serial = unique("BK");

  /** The pool, with the orders of this supplier alone. */
  const pool = async () => {
    await open(buyer, "财务管理", "请款单", "财务");
    await press(buyer, "请款池");
    await buyer.goto(`/finance/request/pool?keyword=${encodeURIComponent(last.supplierName)}`);
  };
  const approved = async (number: string) => {
    for (const page of [manager, finance]) await approve(page, number);
  };
  /** What the bank says of a payment. */
  const paid = async (time: string, number: string) => {
    await dialog(cashier)
      .getByLabel(/^实付时间/)
      .first()
      .fill(time);
    await dialog(cashier)
      .getByLabel(/^银行流水号/)
      .fill(number);
  };
  const orderIs = async (state: string) => {
    const poNo = both[0]?.poNo ?? "";
    await buyer.goto(`/purchaseOrder/index?keyword=${poNo}`);
    await expect(rowWith(buyer, poNo)).toContainText(state);
  };

  return [
    async () => {
      await pool();
      for (const { poNo } of both) await rowWith(buyer, poNo).getByRole("checkbox").check();
      await follow(buyer, main(buyer).getByRole("button", { name: "批量请款" }));
      const asked = Number(await cell(buyer, 1, "本次请款").inputValue());
      await cell(buyer, 1, "本次请款").fill((asked + 0.01).toFixed(2));
      await press(buyer, "保存");
      const refused = main(buyer)
        .getByText(/预付款累计不能超过/)
        .first();
      await expect(refused, "the button says why").toBeVisible();
      const cap = /(?<=预付款累计不能超过)[\d.]+/.exec((await refused.textContent()) ?? "")?.[0] ?? "";
      await press(buyer, "编辑");
      await cell(buyer, 1, "本次请款").fill(cap);
      await press(buyer, "保存");
      await confirmed(buyer, "提交");
      no.deposit = await numberOf(buyer, "QK");
    },
    () => approved(no.deposit),
    async () => {
      await pool();
      await follow(buyer, rowWith(buyer, last.poNo).getByRole("link", { name: "请款", exact: true }));
      await unfold(buyer);
      await buyer.getByLabel("发票", { exact: true }).selectOption({ label: "已收齐" });
      await buyer.getByLabel("发票号", { exact: true }).fill(unique("044"));
      await press(buyer, "保存");
      await confirmed(buyer, "提交");
      no.balance = await numberOf(buyer, "QK");
      await approved(no.balance);
    },
    async () => {
      for (const number of [no.deposit, no.balance]) {
        await open(cashier, "财务管理", "请款单", "财务");
        await follow(cashier, main(cashier).getByRole("link", { name: number, exact: true }));
        await press(cashier, "生成付款单");
        if (number === no.deposit) {
          const account = cashier.getByLabel(/^付款账户/);
          const ours = await account.inputValue();
          await account.selectOption(await foreignAccount());
          await press(cashier, "保存");
          await expect(main(cashier)).toContainText("付款账户币种与付款币种不一致");
          await account.selectOption(ours);
        }
        await press(cashier, "保存");
        await expect(main(cashier)).toContainText("待付款");
      }
    },
    async () => {
      await open(cashier, "财务管理", "付款单", "财务");
      for (const number of [no.deposit, no.balance]) await rowWith(cashier, number).getByRole("checkbox").check();
      await follow(cashier, main(cashier).getByRole("button", { name: "批量合并付款" }));
      await cashier.getByLabel(/^用途/).fill("货款");
      await press(cashier, "保存");
      await confirmed(cashier, "提交OA");
      no.oa = await numberOf(cashier, "OA");
      await expect(main(cashier).getByRole("link", { name: "通过" }), "her own").toHaveCount(0);
      await approve(finance, no.oa);
    },
    async () => {
      const merged = await numberOf(cashier, "HB");
      await open(cashier, "财务管理", "OA付款单", "财务");
      await follow(cashier, main(cashier).getByRole("link", { name: no.oa, exact: true }));
      await press(cashier, "确认付款");
      await paid("2020-01-31T12:00", serial);
      await attach(dialog(cashier).locator("input[type=file]"), receipt);
      await send(cashier);
      await expect(dialog(cashier), "a closed month").toContainText("2020-01已关账");
      await expect(dialog(cashier).getByLabel(/^银行流水号/)).toHaveValue(serial);
      await expect(dialog(cashier), "nobody chooses a file twice").toContainText(receipt.name);
      await paid(minute(), serial);
      await send(cashier);
      await expect(main(cashier)).toContainText(serial);
      await expect(main(cashier)).toContainText(merged);
      await orderIs("部分付款");
    },
    async () => {
      await open(finance, "财务管理", "OA付款单", "财务");
      await follow(finance, main(finance).getByRole("link", { name: no.oa, exact: true }));
      await press(finance, "退票");
      await dialog(finance)
        .getByLabel(/^退票原因/)
        .fill("账号有误");
      await attach(dialog(finance).locator("input[type=file]"), receipt);
      await send(finance);
      await expect(main(finance)).toContainText("账号有误");
      await orderIs("已申请");
    },
    async () => {
      await cashier.goto(`/finance/request/index?keyword=${no.balance}`);
      await follow(cashier, main(cashier).getByRole("link", { name: no.balance, exact: true }));
      await press(cashier, "生成付款单");
      await press(cashier, "保存");
      await press(cashier, "确认付款");
      await paid(minute(), serial);
      await attach(dialog(cashier).locator("input[type=file]"), receipt);
      await send(cashier);
      await expect(dialog(cashier)).toContainText("银行流水号已存在");
      await paid(minute(), `${serial}-2`);
      await send(cashier);
      await expect(main(cashier)).toContainText(`${serial}-2`);
    },
  ];
};
