import { documentNamed } from "#documents";
import { permissionOf } from "#documents/kit";
import { origin } from "../../product/address";
import { api, makeRole, makeUser } from "../../product/api";
import { expect, type Page, testAs, unique } from "../support";

interface Made {
  id: string;
  version: number;
  reason?: string;
  items?: { qty: number }[];
}

const test = testAs("admin");

test("a comment that was posted is not offered again as unsent", async ({ page }) => {
  await page.goto("/purchaseOrder/index?v=0");
  await page.getByRole("main").locator("tbody th a").first().click();
  await page.getByRole("navigation", { name: "单据内容" }).getByRole("link", { name: /^评论/ }).click();
  const text = page.getByLabel("评论内容");
  await text.fill("请跟进交期");
  await page.getByRole("button", { name: "发表评论" }).click();
  await expect(page.locator("body")).toContainText("评论已发表");
  await expect(text).toHaveValue("");
  await expect(page.getByText("已恢复上次未提交的内容")).toHaveCount(0);
  await page.getByRole("button", { name: "发表评论" }).click();
  await expect(page.locator("body")).toContainText("请输入评论内容");
});

test("a comment that is sent twice is made once, in as many characters as were typed", async ({ page, request }) => {
  await page.goto("/purchaseOrder/index?v=0");
  await page.getByRole("main").locator("tbody th a").first().click();
  const { pathname, search } = new URL(page.url());
  const content = `${unique("行")}\r\n`.padEnd(1001, "字");
  const form = { _do: "comment", _key: unique("twice-"), content };
  const send = () => request.post(pathname + search, { form, headers: { Origin: origin } });
  expect([(await send()).status(), (await send()).status()]).toEqual([200, 200]);
  await page.goto(`${pathname}${search}&tab=comments`);
  await expect(page.getByText(content.replace("\r", ""))).toHaveCount(1);
  const long = { ...form, _key: unique("long-"), content: "字".repeat(1001) };
  const at = `${pathname}${search}&tab=comments`;
  const refused = await request.post(at, { form: long, headers: { Origin: origin } });
  expect(refused.status()).toBe(400);
  const kept = (await refused.text()).includes(`>${long.content}</textarea>`);
  expect(kept, "what was typed stays").toBe(true);
});

test("a row that somebody changed meanwhile: both values, of lines too, and a choice of each", async ({ page }) => {
  const ops = await api("ops");
  const get = <T>(path: string) => ops.get<T>(path);
  const [store] = await get<Made[]>("/basesetup/store/options");
  const [warehouse] = await get<Made[]>("/wms/warehouse/options");
  const skus = await get<{ records: Made[] }>("/product/sku/page?size=1&status=approved");
  const made = await ops.post<Made>("/purchase/requisition", {
    reqType: "stock",
    storeId: store?.id,
    warehouseId: warehouse?.id,
    reason: unique("补货"),
    expectDate: "2099-01-01",
    items: [{ skuId: skus.records[0]?.id, qty: 3, estPrice: "2" }],
  });
  await page.goto(`/porequisiton/create/index?id=${made.id}`);
  const { items, version } = await get<Made>(`/purchase/requisition/${made.id}`);
  const other = { ...items?.[0], qty: 50 };
  await ops.put("/purchase/requisition", { id: made.id, version, reason: "他人的原因", items: [other] });
  await page.getByLabel(/^请购原因/).fill("我的原因");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  const both = page.getByRole("region", { name: "字段的两个值" }).getByRole("row");
  const reason = both.filter({ hasText: "请购原因" });
  const qty = both.filter({ hasText: "第1行请购数量" });
  await expect(both).toHaveCount(3);
  await expect(reason).toContainText("我的原因");
  await expect(reason).toContainText("他人的原因");
  await expect(qty).toContainText("50");
  await qty.getByRole("radio").last().check();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  const now = await get<Made>(`/purchase/requisition/${made.id}`);
  expect([now.reason, now.items?.[0]?.qty]).toEqual(["我的原因", 50]);
});

const part = (page: Page, name: RegExp) =>
  page.getByRole("navigation", { name: "单据内容" }).getByRole("link", { name });
const text = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });

test("a comment names a colleague, who is told and led there, and brings its files", async ({ page, browserOf }) => {
  // Sees own rows alone, so not this one.
  const { roleCode } = await makeRole(
    [permissionOf(documentNamed("purchase_requisition"), "view"), "message_center"],
    "4",
  );
  const stranger = await makeUser(roleCode);
  await page.goto("/porequisiton/index?v=0");
  await page.getByRole("main").getByRole("link", { name: /^QG/ }).first().click();
  await part(page, /^评论/).click();
  await page.getByLabel("评论内容").fill(`@陆云舟请看报价，@没有这个人 @${stranger.username}`);
  await page.locator("[name=attachmentsFiles][type=file]").setInputFiles(text("报价 说明.txt"));
  await page.getByRole("button", { name: "发表评论" }).click();
  const file = page.getByRole("list", { name: "附件" }).getByRole("link", { name: "报价 说明.txt" });
  await expect(file).toHaveCount(1);
  const address = (await file.getAttribute("href")) ?? "";

  const theirs = await api(stranger.username, undefined, stranger.password);
  expect(await theirs.get("/admin/sysnotification/notificationCenterPage")).toMatchObject({ total: 0 });
  const named = await browserOf("ops_manager");
  await named.goto("/admin/message-center?pushType=4");
  const told = named.getByRole("listitem").filter({ hasText: "评论提到了您" }).first();
  await expect(told).toContainText(/系统管理员在请购单QG\d+的评论中提到了您/);
  await told.getByRole("link").first().click();
  await expect(named.getByText("@陆云舟请看报价")).toHaveCount(1);
  expect((await named.goto(address))?.status()).toBe(200);
  expect((await (await browserOf("ads")).goto(address))?.status()).toBe(403);
});

test("files of a document are kept where they stand, under the names that they came with", async ({ page }) => {
  await page.goto("/porequisiton/index?status=draft&v=0");
  await page.getByRole("main").getByRole("link", { name: /^QG/ }).first().click();
  await part(page, /^附件/).click();
  await page.locator("[name=attachmentsFiles][type=file]").setInputFiles(text("装箱 清单.txt"));
  await page.getByRole("button", { name: "保存附件" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "装箱 清单.txt" })).toHaveCount(1);
  await expect(part(page, /^附件/)).toContainText("1");
  await page.getByRole("main").getByRole("checkbox", { name: "保留" }).uncheck();
  await page.getByRole("button", { name: "保存附件" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "装箱 清单.txt" })).toHaveCount(0);
});

test("the form of a row says which one it is, its refusal too", async ({ page }) => {
  await page.goto("/porequisiton/index?status=draft&v=0");
  const no = (await page.getByRole("main").locator("tbody th a").first().innerText()).trim();
  const row = page.getByRole("main").locator("tbody tr").first();
  await row.getByRole("button", { name: "更多操作" }).click();
  await row.getByRole("link", { name: "编辑", exact: true }).click();
  const head = page.getByRole("heading", { level: 1 });
  await expect(head).toContainText(no);
  await page
    .getByLabel(/^期望到仓日/)
    .first()
    .fill("");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(page.locator(".errors")).toContainText("期望到仓日");
  await expect(head).toContainText(no);
});

test.describe("a new one like it", () => {
  const test = testAs("ops");

  test("has its goods, and neither its number nor days that have passed", async ({ page }) => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await page.goto(`/porequisiton/index?v=0&expectDateTo=${yesterday}`);
    await page.getByRole("main").getByRole("link", { name: /^QG/ }).first().click();
    const sku = await page.getByRole("main").getByRole("table").first().innerText();
    await page.getByRole("button", { name: "更多 ▾" }).click();
    await page.getByRole("link", { name: "复制为新单" }).click();
    expect(page.answer?.status()).toBe(200);
    const form = page.getByRole("main").locator("form:has(input[name=_do][value=add])");
    await expect(form.locator('[name="expectDate"]')).toHaveValue("");
    const code = await form.locator('[name="items[0].skuId"]').inputValue();
    expect(sku).toContain(code.split(" ")[0]);
    await expect(page.getByRole("main")).not.toContainText(/QG\d{6}/);
    const url = new URL(page.url());
    await page.goto(`${url.pathname}?copy=999999999`);
    expect(page.answer?.status()).toBe(404);
  });
});
