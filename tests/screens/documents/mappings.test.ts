import { api } from "../../product/api";
import { expect, testAs, unique } from "../support";

const test = testAs("admin");

interface Row {
  id: string;
  version: number;
  appId: string | null;
  externalCode: string;
  skuCode: string;
}

const rowsOf = async (key: string) =>
  (await (await api()).get<{ records: Row[] }>(`/basesetup/${key}/page?size=2`)).records;

test("a product stands under its application alone", async ({ page }) => {
  const [row] = await rowsOf("xyproductmapping");
  const at = (view: string, app: string) => `/baseSetup/xyProductMapping/openTag/${view}/${row?.id}/appId/${app}`;
  await page.goto(at("detail", "0"));
  expect(new URL(page.url()).pathname).toBe(at("detail", row?.appId ?? ""));
  for (const view of ["detail", "edit"]) {
    expect((await page.goto(at(view, row?.appId ?? ""))).status()).toBe(200);
    expect((await page.goto(at(view, "99999"))).status()).toBe(404);
    await expect(page.locator("body")).toContainText("单据不存在");
  }
});

test("what lies there without a code is asked for above the list, its form filled in", async ({ page }) => {
  await page.goto("/baseSetup/gcGoodsMapping/index?v=0");
  const gaps = page.getByRole("list", { name: "待映射" });
  const first = gaps.locator("li").first();
  const code = await first.locator("b").textContent();
  await first.getByRole("link", { name: /^建立映射/ }).click();
  await expect(page.locator("[name=skuId]")).toHaveValue(code ?? "");
  const taken = (await rowsOf("gcgoodsmapping")).find((r) => r.skuCode !== code);
  await page.locator("[name=externalCode]").fill(taken?.externalCode ?? "");
  await page.getByRole("button", { name: "保存" }).click();
  await expect(page.locator("body")).toContainText(`外部编码已映射到 ${taken?.skuCode}`);
  const own = unique("GC-");
  await page.locator("[name=externalCode]").fill(own);
  await page.getByRole("button", { name: "保存" }).click();
  await page.goto(`/baseSetup/gcGoodsMapping/index?v=0&externalCode=${own}`);
  await expect(page.getByRole("main").locator("tbody")).toContainText(own);
  await expect(gaps).not.toContainText(code ?? "-");
});
