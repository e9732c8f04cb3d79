import { describe } from "vitest";
import { api } from "../../product/api";
import { expect, type Page, rowWith, submit, testAs, unique } from "../support";

interface Row {
  id: string;
  version: number;
}

/** A requisition of `ops`, submitted: its own id, the id of its flow and its number. */
async function requisition(reason: string, qty = 3) {
  const ops = await api("ops");
  const [store] = await ops.get<Row[]>("/basesetup/store/options");
  const [warehouse] = await ops.get<Row[]>("/wms/warehouse/options");
  const { records } = await ops.get<{ records: (Row & { status: string })[] }>("/product/sku/page?size=50");
  const sku = records.find((r) => r.status === "approved");
  const made = await ops.post<Row>("/purchase/requisition", {
    reqType: "stock",
    storeId: store?.id,
    warehouseId: warehouse?.id,
    expectDate: "2099-01-01",
    reason,
    items: [{ skuId: sku?.id, qty, estPrice: "2.00" }],
  });
  await ops.post(`/purchase/requisition/${made.id}/submit`, { version: made.version });
  return read(made.id);
}

const read = async (id: string) =>
  (await api("ops")).get<Row & { no: string; procInstId: string; status: string; items: Record<string, unknown>[] }>(
    `/purchase/requisition/${id}`,
  );

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });

const test = testAs("ops_manager");

test("a rejection needs a reason; the next round shows what changed and is approved", async ({ page }) => {
  const first = await requisition(unique("补货"));
  await page.goto(`/activiti/detail/${first.procInstId}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`许青禾提交的请购单${first.no}`);
  const steps = page.getByRole("list", { name: "审批节点" }).getByRole("listitem");
  await expect(steps).toHaveCount(2);
  await expect(steps.first()).toContainText("陆云舟");
  await expect(steps.last()).toContainText("不参与");

  const note = { name: "量尺.txt", mimeType: "text/plain", buffer: Buffer.from("3") };
  await page.locator("#decide summary").click();
  await page.locator("#decide [type=file]").setInputFiles([note]);
  const refused = await submit(page, button(page, "驳回"));
  expect(refused.status()).toBe(422);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toContainText("请填写驳回原因");
  await dialog.getByLabel("数量超出需要，请调整").check();
  await dialog.getByLabel("驳回原因", { exact: true }).fill("只要三件");
  await submit(page, dialog.getByRole("button", { name: "驳回", exact: true }));
  await expect(page.getByText("已驳回").first()).toBeVisible();
  await expect(page.getByText("数量超出需要，请调整；只要三件")).toBeVisible();
  await expect(page.getByRole("link", { name: "量尺.txt" })).toBeVisible();
  await expect(button(page, "通过")).toHaveCount(0);

  const ops = await api("ops");
  const old = await read(first.id);
  const items = old.items.map((line) => ({ ...line, qty: 5 }));
  await ops.put("/purchase/requisition", { id: old.id, version: old.version, items });
  const { version } = await read(first.id);
  await ops.post(`/purchase/requisition/${first.id}/submit`, { version });
  const second = await read(first.id);

  await page.goto(`/activiti/detail/${second.procInstId}`);
  const changes = page.locator(".card", { has: page.getByRole("heading", { name: "与上一轮相比" }) });
  await expect(changes.getByRole("listitem").filter({ hasText: "请购数量" })).toContainText("3 → 5");
  await page.getByLabel("审批意见", { exact: true }).fill("同意");
  await submit(page, button(page, "通过"));
  await expect(page.getByText("已通过").first()).toBeVisible();
  expect((await read(first.id)).status).toBe("approved");
});

test("the number of what waits stands in the bar and at its queue, and is one less at once", async ({ page }) => {
  const manager = await api("ops_manager");
  const waiting = async () => (await manager.get<{ todo: number }>("/act/task/count")).todo;
  const badge = (todo: number) =>
    page.getByRole("link", { name: todo ? `待办审批，${todo}条` : "待办审批", exact: true });
  // Work by the clock may hand this person somebody's task at any moment, and the number may be old.
  await expect(async () => {
    const { no } = await requisition(unique("计数"));
    const todo = await waiting();
    await page.goto("/wel/index");
    await expect(badge(todo).first()).toBeVisible();
    const queue = page.getByRole("heading", { name: RegExp(`^待我审批 ?${todo}$`) });
    await expect(queue).toBeVisible();
    await page.goto(`/activiti/todo/index?keyword=${no}`);
    await rowWith(page, no)
      .getByRole("link", { name: RegExp(no) })
      .first()
      .click();
    // A write through the console forgets the number.
    await submit(page, button(page, "通过"));
    await expect(badge(todo - 1).first()).toBeVisible();
  }).toPass();
});

test("several are approved at once, each with its result", async ({ page }) => {
  const word = unique("批量");
  const made = [await requisition(word), await requisition(word)];
  await page.goto("/activiti/todo/index?size=100");
  for (const { no } of made) await rowWith(page, no).getByRole("checkbox").check();
  await button(page, "批量通过").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("审批意见")).toHaveValue("同意");
  // Meanwhile one of them is taken back.
  const [gone, stays] = made;
  const { version } = await read(gone?.id ?? "");
  await (await api("ops")).post(`/purchase/requisition/${gone?.id}/withdraw`, { version });
  await submit(page, dialog.getByRole("button", { name: "通过" }));
  await expect(page.getByRole("dialog")).toContainText("成功 1 条，失败 1 条");
  await expect(page.getByRole("dialog")).toContainText("单据状态已变更，请刷新后重试");
  expect((await read(stays?.id ?? "")).status).toBe("approved");
});

test("a task is handed over, and its page says so to who comes back", async ({ page, browserOf }) => {
  const { procInstId } = await requisition(unique("转办"));
  await page.goto(`/activiti/detail/${procInstId}`);
  await page.getByRole("link", { name: "转办" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("转办给").selectOption({ label: "夏知秋" });
  await submit(page, dialog.getByRole("button", { name: "转办" }));
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("请填写转办原因");
  await dialog.getByLabel("转办原因").fill("出差一周");
  await submit(page, dialog.getByRole("button", { name: "转办" }));
  await expect(page.getByText("转办给夏知秋：出差一周")).toBeVisible();
  const ads = await browserOf("ads");
  await ads.goto(`/activiti/detail/${procInstId}`);
  await expect(button(ads, "通过")).toBeVisible();
  const stranger = await browserOf("cs_staff");
  const answer = await stranger.goto(`/activiti/detail/${procInstId}`);
  expect(answer?.status()).toBe(404);
  await expect(stranger.getByText("单据不存在")).toBeVisible();
});

test("what waits stands beside a decision, which leads through it; somebody else is asked as well", async ({
  page,
}) => {
  const made = [await requisition(unique("走查")), await requisition(unique("走查"))];
  const [older, newer] = made;
  await page.goto(`/activiti/detail/${newer?.procInstId}`);
  const queue = page.getByRole("navigation", { name: "待办审批" });
  await expect(queue.locator("[aria-current=page]")).toContainText(newer?.no ?? "");
  await expect(queue.getByRole("link", { name: RegExp(older?.no ?? "") })).toContainText("¥");
  await submit(page, button(page, "通过并看下一条"));
  expect((await read(newer?.id ?? "")).status).toBe("approved");
  await expect(queue.locator("[aria-current=page]")).toContainText(older?.no ?? "");
  await page.getByRole("link", { name: "加签" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("加签给").selectOption({ label: "夏知秋" });
  await dialog.getByLabel("加签原因").fill("看一下投放");
  await submit(page, dialog.getByRole("button", { name: "加签" }));
  await expect(page.getByText("加签给夏知秋：看一下投放")).toBeVisible();
  await submit(page, button(page, "通过"));
  expect((await read(older?.id ?? "")).status).toBe("auditing");
});

test("the starter urges once and takes the document back", async ({ browserOf }) => {
  const { id, procInstId } = await requisition(unique("催办"));
  const page = await browserOf("ops");
  await page.goto(`/activiti/detail/${procInstId}`);
  await submit(page, button(page, "催办"));
  await expect(page.getByText("已催办")).toBeVisible();
  await expect(page.getByRole("button", { name: /^催办\s*（请勿频繁催办）$/ })).toBeVisible();
  await button(page, "撤回").click();
  await expect(page.getByText("已撤回").first()).toBeVisible();
  expect((await read(id)).status).toBe("draft");
});

describe("definitions", () => {
  const test = testAs("it_staff");

  test("nodes are added, moved and saved as the next version", async ({ page }) => {
    await page.goto("/api/act/modeler.html?modelId=transfer");
    await expect(page).toHaveURL(/\/activiti\/model\/transfer$/);
    await submit(page, page.getByRole("button", { name: "添加节点" }));
    const rows = await page.getByLabel("节点名称").count();
    await page.getByLabel("节点名称").last().fill("出纳复核");
    const who = page.locator(`[name="nodes[${rows - 1}].who"]`);
    await who.selectOption({ label: "角色" });
    const refused = await submit(page, page.getByRole("button", { name: "保存为新版本" }));
    expect(refused.status()).toBe(422);
    await expect(page.getByRole("alert")).toContainText("审批人规则不正确");
    await expect(page.getByLabel("节点名称").last()).toHaveValue("出纳复核");
    await page.locator(`[name="nodes[${rows - 1}].role"]`).selectOption("CASHIER");
    await submit(page, page.getByRole("button", { name: `上移节点${rows}` }));
    await expect(page.getByLabel("节点名称").nth(rows - 2)).toHaveValue("出纳复核");
    await submit(page, page.getByRole("button", { name: "保存为新版本" }));
    await expect(page.getByText(/已保存为第\d+版/)).toBeVisible();
    await expect(page.getByLabel("节点名称").nth(rows - 2)).toHaveValue("出纳复核");
    await submit(page, page.getByRole("button", { name: `删除节点${rows - 1}` }));
    await submit(page, page.getByRole("button", { name: "保存为新版本" }));
    await page.goto("/activiti/model/index");
    await expect(rowWith(page, "调拨单审批")).toContainText("物流主管审批");
  });
});
