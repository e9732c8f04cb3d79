import type { Page } from "@playwright/test";
import { unique } from "./address";
import { acts, cell, type Driver, main, numberOf } from "./driver";

const paper = { name: "合同.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") };
const ADDRESS = {
  name: "Anna Miller",
  phone: "206 555 0101",
  country: "US",
  state: "WA",
  city: "Seattle",
  line1: "12 Example Ave",
  postcode: "98101",
};

/** Minutes of Shanghai, as a control of the browser takes them. */
const minute = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16);

/** A star from the first contact to what she cost and brought, by those whose work it is. */
export async function star(driver: Driver): Promise<void> {
  const { attach, browserOf, expect, follow, submit } = driver;
  const { approve, confirmed, open, press, unfold } = acts(driver);
  const names = ["kol", "kol_lead", "warehouse", "warehouse_lead", "finance", "cashier"];
  const [kol, lead, warehouse, keeper, finance, cashier] = await Promise.all(names.map(browserOf));
  if (!kol || !lead || !warehouse || !keeper || !finance || !cashier) throw new Error("six people are needed");
  const field = (page: Page, name: string) => main(page).locator(`[name="${name}"]`);
  // Script lets people type into a long list: what it hides is chosen from all the same.
  const pick = (page: Page, name: string, value: string | { label: string }) =>
    main(page).locator(`select[name="${name}"]`).selectOption(value, { force: true });
  const file = (page: Page, name: string) =>
    attach(main(page).locator(`input[type=file][name=${name}]`).first(), paper);
  const asked = async (page: Page, name: string, values: Record<string, string>) => {
    await press(page, name);
    const dialog = page.getByRole("dialog");
    for (const [input, value] of Object.entries(values)) await dialog.locator(`[name="${input}"]`).fill(value);
    await submit(page, dialog.locator("form").getByRole("button").last());
  };

  const starName = unique("TechAnna");
  await open(kol, "红人管理", "红人资源", "运营");
  await press(kol, "新增");
  await field(kol, "starName").fill(starName);
  await pick(kol, "countryCode", "US");
  for (const label of ["消费电子", "寄样", "固定费"]) await main(kol).getByLabel(label, { exact: true }).check();
  await unfold(kol);
  await field(kol, "contactEmail").fill("anna@example.com");
  for (const [part, value] of Object.entries(ADDRESS)) await field(kol, `address.${part}`).fill(value);
  await pick(kol, "payMethod", "paypal");
  await field(kol, "payeeName").fill("Anna Miller");
  await field(kol, "payeeAccount").fill("anna@example.com");
  await pick(kol, "channels[0].platform", "youtube");
  await field(kol, "channels[0].homepageUrl").fill(`https://youtube.com/@${starName}`);
  await field(kol, "channels[0].followers").fill("185000");
  await press(kol, "保存");
  await press(kol, "入库");
  await expect(main(kol)).toContainText("已归属");
  await expect(main(kol), "the account is masked").toContainText("**** .com");

  await press(kol, "新建合作");
  await pick(kol, "storeId", { label: "亚马逊美国1店" });
  await pick(kol, "coopMode", "fixedPlus");
  await pick(kol, "contentType", "video");
  await field(kol, "publishPlanDate").fill(minute().slice(0, 10));
  await unfold(kol);
  await field(kol, "fixedFee").fill("600");
  await field(kol, "commissionRate").fill("5");
  await field(kol, "commissionCap").fill("200");
  await file(kol, "agreementFileFiles");
  await cell(kol, 1, "SKU").fill("HKC0001-01");
  await cell(kol, 1, "样品数量").fill("2");
  await press(kol, "保存并提交");
  const no = await numberOf(kol, "HRHZ");
  await approve(lead, no);
  const stand = async () => {
    await open(kol, "红人管理", "红人合作", "运营");
    await follow(kol, main(kol).getByRole("link", { name: no, exact: true }).first());
  };
  await stand();
  await expect(main(kol)).toContainText("$0.00 / $600.00");

  await press(kol, "新建寄样");
  await pick(kol, "warehouseId", { label: "深圳仓" });
  await press(kol, "保存");
  await confirmed(kol, "提交出库");
  const out = await numberOf(kol, "QC");
  const sample = await numberOf(kol, "HRJY");
  await approve(keeper, out);
  await warehouse.goto(`/otherOutStock/index?keyword=${out}`);
  await follow(warehouse, main(warehouse).getByRole("link", { name: out, exact: true }));
  await confirmed(warehouse, "确认出库");
  await open(kol, "红人管理", "寄样管理", "运营");
  await follow(kol, main(kol).getByRole("link", { name: sample, exact: true }));
  await asked(kol, "登记物流", { trackingNo: "9400111899223100001234", freight: "128.00" });
  await confirmed(kol, "签收");
  await expect(main(kol)).toContainText("已签收");

  /** A fee is asked for, verified, requested, approved and paid. */
  const fee = async (values: Record<string, string>, feeType: string) => {
    await stand();
    await press(kol, "新建广告费");
    await pick(kol, "feeType", feeType);
    for (const [name, value] of Object.entries(values)) await field(kol, name).fill(value);
    await file(kol, "proofFilesFiles");
    await press(kol, "保存");
    const number = await numberOf(kol, "HRGG");
    await press(kol, "提交核销");
    await lead.goto("/wel/index");
    await expect(main(lead), "home says what waits").toContainText(number);
    await open(lead, "红人管理", "广告费", "运营");
    await follow(lead, main(lead).getByRole("link", { name: number, exact: true }));
    await confirmed(lead, "核销通过");
    const request = await numberOf(lead, "QK");
    await approve(lead, request);
    await approve(finance, request);
    await cashier.goto(`/finance/request/index?keyword=${request}`);
    await follow(cashier, main(cashier).getByRole("link", { name: request, exact: true }));
    await press(cashier, "生成付款单");
    await press(cashier, "保存");
    await press(cashier, "确认付款");
    const paid = cashier.getByRole("dialog");
    await paid.locator("[name=serialNo]").fill(unique("BK"));
    await paid.locator("[name=paidTime]").fill(minute());
    await attach(paid.locator("input[type=file]").first(), paper);
    await submit(cashier, paid.locator("form").getByRole("button").last());
    await open(kol, "红人管理", "广告费", "运营");
    await follow(kol, main(kol).getByRole("link", { name: number, exact: true }));
    await expect(main(kol)).toContainText("已付款");
  };
  await fee({ fixedPart: "180.00" }, "advance");
  await stand();
  await asked(kol, "登记发布", { url: `https://youtube.com/watch?v=${starName}` });
  await asked(kol, "录入归因", { orders: "40", sales: "2480.00", reason: "平台报表" });
  await expect(main(kol)).toContainText("$180.00 / $724.00");
  await fee({ fixedPart: "420.00", commissionPart: "124.00" }, "balance");
  await stand();
  await confirmed(kol, "完成");
  await expect(main(kol)).toContainText("已完成");
  await follow(kol, main(kol).getByRole("link", { name: starName, exact: true }).first());
  await expect(main(kol)).toContainText("已归属");
  await expect(main(kol), "what she brought").not.toContainText("总销售—");
}
