import { api, makeRole, makeUser } from "../../product/api";
import { BrowserContext } from "../browser";
import { expect, origin, startSession, testAs } from "../support";

const test = testAs("admin");

/** The browser of somebody who holds these permissions alone. */
async function holding(...codes: string[]) {
  const { roleCode } = await makeRole(codes);
  const { username, password } = await makeUser(roleCode);
  return new BrowserContext(origin, await startSession(username, password)).newPage();
}

test("orders of a supplier that one may not see are no orders that there are not", async ({ page }) => {
  const { records } = await (await api()).get<{ records: { id: string }[] }>("/supplier/supplier/page?size=1");
  const address = `/createSuppplier/index?id=${records[0]?.id}&tab=orders`;
  const buyer = await holding("supplier_supplier_view");
  await buyer.goto(address);
  await expect(buyer.getByRole("main")).toContainText("无权查看");
  await expect(buyer.getByRole("main")).not.toContainText("暂无最近的采购单");
  await page.goto(address);
  await expect(page.getByRole("main")).not.toContainText("无权查看");
});

test("goods have their face for whoever sees their number, and no other file is theirs", async () => {
  const page = await holding("evaluation_evaluation_view");
  const admin = await api();
  const { records } = await admin.get<{ records: { images: string[] | null }[] }>("/product/sku/page?size=500");
  const read = async (id = "") => (await page.request.get(`/api/download/${id}`)).status();
  const faces = records.flatMap(({ images }) => images ?? []);
  expect(await read(faces[0])).toBe(200);
  const { records: all } = await admin.get<{ records: { id: string; bizType: string | null }[] }>(
    "/admin/file/page?size=500&type=pdf",
  );
  const apart = all.flatMap(({ id, bizType }) => (bizType === "purchase_contract" ? id : []));
  expect(apart.length).toBeGreaterThan(0);
  for (const other of apart.slice(0, 3)) expect(await read(other)).toBe(403);
});

test("the menu entry 外部资料 opens as shipped, and every page has its way to help", async ({ page }) => {
  await page.goto(`/myiframe/${encodeURIComponent("https://example.com/")}?name=外部资料`);
  await expect(page.locator("iframe")).toHaveAttribute("src", "https://example.com/");
  await expect(page.locator(".service-desk a")).toHaveAttribute("href", "/help/index.html");
});
