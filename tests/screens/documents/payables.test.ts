import { readXlsx } from "hucre/xlsx";
import { api } from "../../product/api";
import { expect, type Page, submit, testAs } from "../support";

const test = testAs("finance");
const main = (page: Page) => page.getByRole("main");
const bodyRows = (page: Page) => main(page).locator("tbody tr:has(th, td)");

interface Account {
  supplierId: string;
  supplierName: string;
  currency: string;
  closing: string;
}

const accounts = async () =>
  (await (await api("finance")).get<{ records: Account[] }>("/finance/apsupplier/page?size=50")).records;

test("a closing balance leads to its entries, and an entry to what made it", async ({ page }) => {
  const [account] = await accounts();
  const { supplierName = "", closing = "" } = account ?? {};
  await page.goto("/finance/ap/supplier");
  const row = bodyRows(page).filter({ hasText: supplierName }).first();
  const said = Number(closing).toLocaleString("en-US", { minimumFractionDigits: 2 });
  await submit(page, row.getByRole("link", { name: new RegExp(said.replace(".", "\\.")) }).last());
  await expect(page).toHaveURL(/\/finance\/ap\/index\?.*bizDateTo=/);
  await expect(main(page)).toContainText(said);
  const entry = bodyRows(page).filter({ hasText: /QS\d+/ }).first();
  await submit(page, entry.getByRole("link", { name: /^QS\d+$/ }));
  await expect(page).toHaveURL(/\/wmssign\/sign/);
});

test("what is overdue in a bucket leads to the orders behind it", async ({ page }) => {
  await page.goto("/finance/ap/ageing");
  await submit(page, bodyRows(page).locator("a[href*=bucket]").first());
  await expect(page).toHaveURL(/\/finance\/ap\/open\?.*bucket=/);
  expect(await bodyRows(page).count()).toBeGreaterThan(0);
  await submit(
    page,
    bodyRows(page)
      .first()
      .getByRole("link", { name: /^CG\d+$/ }),
  );
  await expect(main(page)).toContainText("应付流水");
});

test("a statement is drawn, sent and confirmed, printed and taken along", async ({ page }) => {
  const [account] = await accounts();
  await page.goto(`/finance/statement/detail?supplierId=${account?.supplierId}`);
  await submit(page, main(page).getByRole("button", { name: "保存", exact: true }).first());
  await expect(main(page)).toContainText("往来明细");
  await expect(main(page)).toContainText("期初余额");
  const id = new URL(page.url()).searchParams.get("id") ?? "";
  const act = async (label: string) => {
    await main(page).getByRole("link", { name: label, exact: true }).first().click();
    return page.getByRole("dialog");
  };
  const dialog = await act("发出");
  await submit(page, dialog.getByRole("button", { name: "发出", exact: true }));
  await expect(main(page)).toContainText("待对方确认");
  const confirm = await act("登记确认");
  await confirm.locator("[name=confirmDate]").fill("2026-01-05");
  await submit(page, confirm.getByRole("button", { name: "登记确认", exact: true }));
  await expect(page.getByRole("dialog")).toContainText("请上传供应商盖章的对账单");
  await page.goto(`/finance/statement/print?ids=${id}`);
  await expect(page.getByText("供应商（盖章）").first()).toBeVisible();
  const file = await page.request.get(`/export/supplier_statement/sheet?id=${id}`);
  const { sheets } = await readXlsx(new Uint8Array(await file.body()));
  expect(sheets[0]?.rows[2]?.[1]).toBe("期初余额");
});

test("the page of a supplier says what is owed and leads to it", async ({ page }) => {
  const [account] = await accounts();
  await page.goto(`/createSuppplier/index?id=${account?.supplierId}`);
  await submit(
    page,
    main(page)
      .getByRole("link", { name: /应付与对账/ })
      .first(),
  );
  const aged = main(page).locator(`a[href*="/finance/ap/index?supplierId=${account?.supplierId}"]`);
  expect(await aged.count()).toBeGreaterThan(0);
});
