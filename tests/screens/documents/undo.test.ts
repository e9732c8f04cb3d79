import { api, makeUser } from "../../product/api";
import { expect, type Page, rowWith, submit, testAs, unique } from "../support";

const test = testAs("admin");
const GROUPS = "/baseSetup/group/index";

interface Row {
  id: string;
  version: number;
}

async function group() {
  const admin = await api();
  const [dept] = await admin.get<Row[]>("/admin/dept/options");
  const groupName = unique("小组");
  const groupCode = unique("G").toUpperCase();
  const made = await admin.post<Row>("/basesetup/group", { groupCode, groupName, deptId: dept?.id });
  return { ...made, groupName, groupCode, deptId: dept?.id };
}

const undo = (page: Page) => page.locator(".toast").getByRole("button", { name: "撤销", exact: true });

async function remove(page: Page, name: string) {
  await page.goto(`${GROUPS}?groupName=${name}`);
  await rowWith(page, name).getByRole("link", { name: "删除" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("马上可以撤销");
  await submit(page, dialog.getByRole("button", { name: "删除" }));
  await expect(rowWith(page, name)).toHaveCount(0);
}

test("what was deleted comes back by the button of the message", async ({ page }) => {
  const { groupName } = await group();
  await remove(page, groupName);
  await submit(page, undo(page));
  await expect(page.locator(".toast")).toContainText("已撤销删除");
  await expect(rowWith(page, groupName)).toHaveCount(1);
  await expect(undo(page)).toHaveCount(0);
});

test("what cannot come back says why", async ({ page }) => {
  const { groupName, deptId } = await group();
  await remove(page, groupName);
  await (await api()).post("/basesetup/group", { groupCode: unique("H").toUpperCase(), groupName, deptId });
  await submit(page, undo(page));
  await expect(page.locator(".toast")).toContainText("未能撤销：小组名称已存在");
});

test("an action with an opposite is taken back, unless somebody changed the row meanwhile", async ({ page }) => {
  const { username } = await makeUser();
  const admin = await api();
  const find = async () => {
    const path = `/admin/user/page?username=${username}`;
    const { records } = await admin.get<{ records: (Row & { lockFlag: string })[] }>(path);
    const [row] = records;
    if (!row) throw new Error(`no ${username}`);
    return row;
  };
  const lock = async () => {
    await page.goto(`/admin/user/index?username=${username}&do=lock&on=${(await find()).id}`);
    await submit(page, page.getByRole("dialog").getByRole("button", { name: "锁定" }));
    expect((await find()).lockFlag).toBe("9");
  };
  await lock();
  await submit(page, undo(page));
  await expect(page.locator(".toast")).toContainText("已撤销锁定");
  expect((await find()).lockFlag).toBe("0");
  await lock();
  const row = await find();
  await admin.put("/admin/user", { id: row.id, version: row.version, displayname: `改过${username}` });
  await submit(page, undo(page));
  await expect(page.locator(".toast")).toContainText("未能撤销：");
  expect((await find()).lockFlag).toBe("9");
});

test("a submitted document is taken back to a draft", async ({ browserOf }) => {
  const ops = await api("ops");
  const [store] = await ops.get<Row[]>("/basesetup/store/options");
  const [warehouse] = await ops.get<Row[]>("/wms/warehouse/options");
  const { records } = await ops.get<{ records: (Row & { status: string })[] }>("/product/sku/page?size=50");
  const made = await ops.post<Row>("/purchase/requisition", {
    reqType: "stock",
    storeId: store?.id,
    warehouseId: warehouse?.id,
    expectDate: "2099-01-01",
    reason: unique("撤销"),
    items: [{ skuId: records.find((r) => r.status === "approved")?.id, qty: 1, estPrice: "2.00" }],
  });
  const stateOf = async () => (await ops.get<{ status: string }>(`/purchase/requisition/${made.id}`)).status;
  const page = await browserOf("ops");
  await page.goto(`/porequisiton/index?do=submit&on=${made.id}`);
  await submit(page, page.getByRole("dialog").getByRole("button", { name: "提交" }));
  expect(await stateOf()).toBe("auditing");
  await submit(page, undo(page));
  await expect(page.locator(".toast")).toContainText("已撤销提交");
  expect(await stateOf()).toBe("draft");
});

test("what a batch did is taken back row by row, and says which it could not", async ({ page }) => {
  const users = [await makeUser(), await makeUser()];
  const admin = await api();
  const all = users.map(({ username }) => username).join(",");
  const find = async () => {
    const path = `/admin/user/page?username=${all}&ascs=id`;
    const { records } = await admin.get<{ records: (Row & { lockFlag: string })[] }>(path);
    return records;
  };
  const flags = async () => (await find()).map(({ lockFlag }) => lockFlag);
  const lock = async (more = "") => {
    await page.goto(`/admin/user/index?username=${all}${more}`);
    for (const box of await page.locator("tbody input[name=ids]").all()) await box.check();
    await page.getByRole("button", { name: "批量锁定" }).click();
    await submit(page, page.getByRole("dialog").getByRole("button", { name: "锁定" }));
  };
  await lock();
  await expect(page.locator(".toast")).toContainText("已锁定 2 条");
  expect(await flags()).toEqual(["9", "9"]);
  await submit(page, undo(page));
  await expect(page.locator(".toast")).toContainText("已撤销锁定 2 条");
  await expect(page, "the list as it was").toHaveURL(/username=/);
  expect(await flags()).toEqual(["0", "0"]);

  await lock();
  const [, two] = await find();
  await admin.put("/admin/user", { id: two?.id, version: two?.version, displayname: `改过${users[1]?.username}` });
  await submit(page, undo(page));
  const refused = page.getByRole("dialog", { name: "撤销锁定结果" });
  await expect(refused).toContainText("成功 1 条，失败 1 条");
  await expect(refused.getByRole("listitem").filter({ hasText: "失败" })).toContainText(`${users[1]?.displayname}：`);
  expect(await flags()).toEqual(["0", "9"]);
  await refused.getByRole("link", { name: "知道了" }).click();
  await expect(page).toHaveURL(/username=/);

  const { version } = (await find())[1] ?? {};
  await admin.post(`/admin/user/${two?.id}/unlock`, { version });
  await lock(",admin");
  const outcome = page.getByRole("dialog", { name: "批量锁定结果" });
  await expect(outcome).toContainText("成功 2 条，失败 1 条");
  await submit(page, outcome.getByRole("button", { name: "撤销 2 条" }));
  await expect(page.locator(".toast")).toContainText("已撤销锁定 2 条");
  expect(await flags()).toEqual(["0", "0"]);
});

test("a next step that asks for nothing is done where its button stands, once", async ({ browserOf }) => {
  const staff = await api("order");
  const { records } = await staff.get<{ records: Row[] }>("/ordermanage/order/page?status=pendingAudit&size=50");
  const [row] = records;
  if (!row) throw new Error("no order waits for its audit");
  const page = await browserOf("order");
  const behind = await browserOf("order");
  const address = `/ordermanage/openTag/detail?id=${row.id}`;
  for (const one of [page, behind]) await one.goto(address);
  const audit = (one: Page) => one.getByRole("main").getByRole("button", { name: "审核", exact: true });
  await submit(page, audit(page));
  await expect(page.locator(".toast")).toContainText("审核成功");
  await submit(behind, audit(behind));
  await expect(behind.getByRole("dialog")).toContainText("已审核");
  await submit(page, undo(page));
  await expect(page.locator(".toast")).toContainText("已撤销审核");
});
