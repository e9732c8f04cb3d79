import type { Page } from "@playwright/test";
import { unique } from "../../product/address";
import { acts, type Driver, main, type Walk } from "../../product/driver";

/** What else there is: docs/tour/clicks.md. */
export const clicks: Walk = async (driver: Driver) => {
  const { choose, expect, browserOf, follow, rowWith, submit } = driver;
  const { guided, open, press } = acts(driver);
  const names = ["admin", "it_staff", "cs_staff", "promo", "buyer", "ops", "logistics", "warehouse", "ops_manager"];
  const [admin, writer, reader, locked, buyer, ops, carrier, keeper, leader] = await Promise.all(names.map(browserOf));
  if (!admin || !writer || !reader || !locked || !buyer || !ops || !carrier || !keeper || !leader)
    throw new Error("nine people are needed");
  const product = await browserOf("product");
  const rows = (page: Page) => main(page).locator("tbody tr");
  const hasRows = async (page: Page, branch: string, entry: string, group?: string) => {
    await open(page, branch, entry, group);
    await expect(rows(page).first(), `${entry} has rows`).toBeVisible();
    await expect(rows(page).first(), `${entry} has rows`).not.toContainText("暂无数据");
  };
  const title = unique("通知");

  return [
    () => guided(product, "宠物饮水机", "产品立项", "驳回过一次的封样"),
    async () => {
      await open(admin, "系统管理", "用户管理", "系统");
      await press(admin, "新增");
      const dialog = admin.getByRole("dialog", { name: "新增用户" });
      await dialog.getByLabel(/^用户名/).fill(unique("new"));
      await dialog.getByLabel(/^姓名/).fill("新同事");
      await choose(dialog, "deptId", "总经办");
      await choose(dialog, "roleIds", "运营专员");
      await submit(admin, dialog.getByRole("button", { name: "保存" }));
      await expect(admin.getByRole("dialog", { name: "新增成功" })).toContainText("只显示这一次");
    },
    async () => {
      await open(admin, "系统管理", "角色管理", "系统");
      await follow(admin, rowWith(admin, "运营专员").getByRole("link", { name: "分配权限", exact: true }));
      await expect(admin.getByRole("dialog")).toContainText("菜单权限");
      await open(admin, "系统管理", "菜单管理", "系统");
      await expect(main(admin)).toContainText("按角色预览");
    },
    async () => {
      await open(writer, "系统管理", "系统通知", "系统");
      await press(writer, "新增");
      await writer.getByRole("textbox", { name: /^标题/ }).fill(title);
      await writer.getByRole("textbox", { name: /^通知摘要/ }).fill("摘要");
      await writer.getByLabel(/^推送类型/).selectOption({ label: "系统公告" });
      await writer.locator("textarea[name=content]").fill("<p>正文</p>");
      await press(writer, "提交审核");
      await expect(main(writer)).toContainText("待审核");
    },
    async () => {
      await open(admin, "系统管理", "系统通知", "系统");
      await follow(admin, main(admin).getByRole("link", { name: title }).first());
      await press(admin, "审核");
      await admin
        .getByRole("dialog")
        .getByLabel(/^审核结果/)
        .selectOption({ label: "通过" });
      await submit(admin, admin.getByRole("dialog").getByRole("button", { name: "审核" }));
      await reader.goto("/wel/index");
      await reader.getByRole("button", { name: /^消息/ }).click();
      await follow(reader, reader.getByRole("link", { name: new RegExp(title) }).first());
    },
    async () => {
      await guided(ops, "露营灯", "从平台仓移除", "在平台仓弃置");
      await hasRows(ops, "仓库管理", "FBA退货单");
      await press(ops, "移除报告");
    },
    async () => {
      await locked.goto("/info/index");
      await submit(locked, locked.getByRole("button", { name: "锁屏" }));
      await locked.getByLabel(/锁屏密码/).fill("open sesame");
      await submit(locked, locked.getByRole("button", { name: "锁屏" }));
      await expect(locked.getByRole("heading", { name: "已锁屏" })).toBeVisible();
      await locked.goto("/wel/index");
      await expect(locked).toHaveURL(/\/lock/);
      await locked.getByLabel(/锁屏密码/).fill("open sesame");
      await submit(locked, locked.getByRole("button", { name: "解锁" }));
      await expect(locked).not.toHaveURL(/\/lock/);
    },
    async () => {
      await buyer.goto("/wel/index");
      const box = buyer.getByRole("banner").getByRole("searchbox");
      await box.fill("HKC2001-BK");
      await box.press("Enter");
      await expect(main(buyer)).toContainText("HKC2001-BK");
    },
    async () => {
      await hasRows(ops, "仓库管理", "补货");
      await follow(ops, rows(ops).first().getByRole("link").first());
      await expect(main(ops)).toContainText("怎么算的");
      await ops.goBack();
      await rows(ops).filter({ hasText: "已晚" }).first().getByRole("checkbox").check();
      await follow(ops, main(ops).getByRole("button", { name: "批量请购", exact: true }));
      await expect(main(ops).getByRole("heading", { level: 1 })).toContainText("新建请购单");
    },
    async () => {
      await hasRows(carrier, "物流管理", "调拨单");
      for (const entry of ["报关单", "组柜单", "运费模板", "物流账单"]) await hasRows(carrier, "物流管理", entry);
    },
    async () => {
      await keeper.goto("/terminal?do=place");
      await keeper.getByRole("button", { name: "深圳仓", exact: true }).click();
      await follow(keeper, keeper.getByRole("link", { name: /^查库存/ }));
      await keeper.locator("input[name=code]").fill("HKC2001-BK");
      await submit(keeper, keeper.locator("form:has([name=code])").getByRole("button").first());
      await expect(keeper.getByText("良品").first()).toBeVisible();
    },
    async () => {
      await leader.goto("/mobile");
      const approval = leader.locator("#approval");
      await submit(leader, approval.getByRole("button", { name: "通过", exact: true }));
      await expect(main(leader)).toContainText("已通过");
      await follow(leader, leader.getByRole("link", { name: "经营总览", exact: true }).first());
      await expect(main(leader).locator("figure").first()).toBeVisible();
    },
  ];
};
