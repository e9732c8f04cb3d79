import { formatMoney } from "../../../app/text/format";
import { api } from "../../product/api";
import { expect, submit, testAs, unique } from "../support";

const test = testAs("cashier");

interface Paid {
  id: string;
  no: string;
  payAmount: string;
  payCurrency: string;
  status: string;
  serialNo: string;
  payeeName: string;
  baseAmount: string;
  paidTime: string | null;
}

const LARGE = 50_000;

/** Payments that wait for money and need no release of their own, with all that their payee got today. */
async function pending(count: number): Promise<Paid[]> {
  const cashier = await api("cashier");
  const read = async (query: string) =>
    (await cashier.get<{ records: Paid[] }>(`/finance/payment/page?${query}`)).records;
  const paid = await read("status=paid&descs=paidTime&size=200");
  const today = paid.filter(({ paidTime }) => paidTime?.startsWith(minute().slice(0, 10)));
  const found: Paid[] = [];
  // What goes to one payee in a day counts together.
  const together = (one: Paid) =>
    [...today, ...found].reduce(
      (sum, { payeeName, baseAmount }) => sum + (payeeName === one.payeeName ? Number(baseAmount) : 0),
      Number(one.payAmount),
    );
  for (const one of await read("status=pending&size=200"))
    if (found.length < count && one.payCurrency === "CNY" && together(one) < LARGE) found.push(one);
  expect(found).toHaveLength(count);
  return found;
}

const minute = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16);

test("several payments are paid in one dialog, each with its answer", async ({ page }) => {
  const cashier = await api("cashier");
  const [own, common, void_] = await pending(3);
  if (!own || !common || !void_) throw new Error("three payments are needed");
  await page.goto("/finance/payment/index?size=100");
  const row = (no: string) => page.getByRole("main").locator("tbody tr").filter({ hasText: no });
  for (const { no } of [own, common, void_]) await row(no).getByRole("checkbox").check();
  await submit(page, page.getByRole("button", { name: "批量确认付款" }));
  const dialog = page.getByRole("dialog");
  await expect(dialog, "whom, how much, from where").toContainText(own.payeeName);
  const table = dialog.getByRole("region", { name: "选中的付款单" });
  for (const { no, payeeName } of [own, common, void_])
    await expect(table.getByRole("row").filter({ hasText: no })).toContainText(payeeName);
  const cents = [own, common, void_].reduce((sum, one) => sum + Math.round(Number(one.payAmount) * 100), 0);
  const sum = (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
  await expect(table.getByRole("row").last()).toContainText(`¥${sum}`);
  await expect(table).toContainText(/\*{4} \w{4}/);
  await expect(table).not.toContainText(/\d{6,}[^\d,.]*\d{4}$/);
  await expect(dialog.getByLabel(/^付款账户/)).toBeVisible();
  // Somebody takes one of them back meanwhile.
  const { version } = await cashier.get<{ version: number }>(`/finance/payment/${void_.id}`);
  await cashier.post(`/finance/payment/${void_.id}/void`, { version, reason: "不付了" });
  const serial = unique("BK");
  const send = () => submit(page, dialog.locator("form").getByRole("button").last());
  await dialog.getByLabel(`${own.no} 银行流水号`).fill(`${serial}-own`);
  await dialog.getByLabel(/^实付时间/).fill(minute());
  await send();
  await expect(dialog).toContainText("请上传付款回单");
  await expect(dialog.getByLabel(`${own.no} 银行流水号`)).toHaveValue(`${serial}-own`);
  await dialog.getByLabel("银行流水号（共用）").fill(serial);
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "receipt.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") });
  await send();
  await expect(dialog).toContainText("成功 2 条，失败 1 条");
  await expect(dialog).toContainText(`${void_.no}：已作废状态不能确认付款`);
  const read = (id: string) => cashier.get<Paid>(`/finance/payment/${id}`);
  expect(await read(own.id)).toMatchObject({ status: "paid", serialNo: `${serial}-own` });
  expect((await read(common.id)).serialNo).toMatch(new RegExp(`^${serial}-[123]$`));
  expect(await read(void_.id)).toMatchObject({ status: "void" });
});

test("a number that no payment has is said, with the list to look in", async ({ page }) => {
  const answer = await page.goto("/paymentDetail/index?id=FK9912310001");
  expect(answer?.status()).toBe(404);
  const main = page.getByRole("main");
  await expect(main).toContainText("没有单号为FK9912310001的付款单");
  await expect(main.getByRole("link", { name: "返回付款单列表" })).toBeVisible();
});

test("a payment that somebody changed meanwhile says so, and keeps what was typed", async ({ page }) => {
  const [one] = await pending(1);
  const address = `/paymentDetail/index?id=${one?.id}&do=pay`;
  await page.goto(address);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^银行流水号/).fill("BK-SEEN-BEFORE");
  await dialog.getByLabel(/^实付时间/).fill(minute());
  const cashier = await api("cashier");
  const row = await cashier.get<Record<string, unknown>>(`/finance/payment/${one?.id}`);
  await cashier.put("/finance/payment", { ...row, remark: "改过" });
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "回单.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") });
  await submit(page, dialog.getByRole("button", { name: "确认付款" }));
  await expect(dialog.getByRole("alert")).toContainText(`修改了${one?.no}，您填写的内容都还在`);
  await expect(dialog.getByLabel(/^银行流水号/)).toHaveValue("BK-SEEN-BEFORE");
  await expect(dialog.getByRole("link", { name: "查看最新内容" })).toBeVisible();
  await submit(page, dialog.getByRole("button", { name: "确认付款" }));
  await expect(page.getByRole("main")).toContainText("已付款");
});

test("the dialog of a payment says whom it pays, with now and its account filled in", async ({ page, browserOf }) => {
  const cashier = await api("cashier");
  const [one] = await pending(1);
  const whole = await cashier.get<Record<string, string>>(`/finance/payment/${one?.id}`);
  for (const browser of [page, await browserOf("admin")]) {
    await browser.goto(`/paymentDetail/index?id=${one?.id}&do=pay`);
    const dialog = browser.getByRole("dialog");
    for (const name of ["no", "payeeName", "bankName", "requestNo"])
      await expect(dialog).toContainText(whole[name] ?? name);
    await expect(dialog, "of an account its end").toContainText(`**** ${whole.accountNo?.slice(-4)}`);
    await expect(dialog, "CNY stands beside other currencies only").not.toContainText("折人民币CNY");
    await expect(dialog.getByLabel(/^实付时间/)).toHaveValue(RegExp(`^${minute().slice(0, 13)}`));
    await expect(dialog.getByLabel(/^付款账户/)).toHaveValue(whole.payerAccountId ?? "");
    await expect(dialog.getByLabel(/汇率/), "CNY has no rate").toHaveCount(0);
  }
});

test("money in another currency is said in CNY as well", async ({ browserOf }) => {
  const page = await browserOf("admin");
  const cashier = await api("cashier");
  const { records } = await cashier.get<{ records: Paid[] }>("/finance/payment/page?status=paid&size=200");
  const foreign = records.find(({ payCurrency }) => payCurrency !== "CNY");
  if (!foreign) throw new Error("a payment in another currency is needed");
  await page.goto(`/paymentDetail/index?id=${foreign.id}&do=fail`);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(formatMoney(foreign.payAmount, foreign.payCurrency));
  await expect(dialog).toContainText("折人民币");
  await expect(dialog).toContainText(formatMoney(foreign.baseAmount, "CNY"));
  await expect(dialog.getByLabel(/^退票日期/)).toHaveValue(minute().slice(0, 10));
});
