import type { Page } from "@playwright/test";
import { unique } from "../../product/address";
import { acts, type Driver, main, numberOf, type Walk } from "../../product/driver";

const STORE = "亚马逊美国1店";
/** Is for sale there, lies in a warehouse of that country, and earns too little for the rules to audit it. */
const SKU = "HKC0001-01";
const KNOWN = `${SKU}-US`;
const PATIENCE = 40;

/** An order of the marketplace, until the parcel has left: docs/tour/order.md. */
export const order: Walk = async (driver: Driver) => {
  const { expect, browserOf, follow, rowWith, submit } = driver;
  const { confirmed, guided, open, press } = acts(driver);
  const [staff, mapper] = await Promise.all(["order", "it_staff"].map(browserOf));
  if (!staff || !mapper) throw new Error("two people are needed");
  const unknown = unique("NEW-").toUpperCase();
  const no = { known: "", unknown: "", order: "", parcel: "" };

  /** Answers its number. */
  const place = async (sku: string) => {
    await staff.goto("/stand-ins/");
    await staff.getByLabel("店铺").selectOption({ label: STORE });
    await staff.getByLabel("平台SKU 1").fill(sku);
    await staff.getByRole("button", { name: "下单", exact: true }).click();
    const said = await staff.getByText(/^已下单/).innerText();
    return /[\d-]{10,}/.exec(said)?.[0] ?? "";
  };
  /** Systems outside answer in the background. */
  const soon = async (page: Page, text: RegExp) => {
    for (let i = 0; i < PATIENCE && !text.test(await main(page).innerText()); i++) {
      await new Promise((done) => setTimeout(done, 250));
      await page.reload();
    }
    await expect(main(page)).toContainText(text);
  };

  return [
    () => guided(staff, "桌面收纳套装", "拆成两个包裹的订单", "被拦截的包裹", "缺货的大单"),
    async () => {
      no.known = await place(KNOWN);
      no.unknown = await place(unknown);
    },
    async () => {
      await open(staff, "订单管理", "平台订单", "运营");
      await press(staff, "店铺同步");
      await follow(staff, rowWith(staff, STORE).getByRole("link", { name: "同步", exact: true }));
      await submit(staff, staff.getByRole("dialog").locator("form").getByRole("button").last());
      await staff.goto(`/platformorder/index?keyword=${no.unknown}`);
      await soon(staff, new RegExp(`${no.unknown}[^]*未发货`));
      await expect(main(staff)).toContainText("剩余发货时间");
    },
    async () => {
      await mapper.goto("/wel/index");
      await soon(mapper, /待映射/);
      await follow(
        mapper,
        main(mapper)
          .getByRole("link", { name: /^待映射/ })
          .first(),
      );
      // Others wait there already: this one comes when its order was read.
      await soon(mapper, new RegExp(unknown));
      await follow(mapper, rowWith(mapper, unknown).getByRole("link", { name: "处理", exact: true }));
      await mapper.getByRole("dialog").getByLabel(/^SKU/).first().fill(SKU);
      await submit(mapper, mapper.getByRole("dialog").locator("form").getByRole("button").last());
      await staff.goto(`/ordermanage/index?keyword=${no.unknown}`);
      await soon(staff, /SO\d{10}/);
    },
    async () => {
      await open(staff, "订单管理", "订单列表", "运营");
      await staff.goto(`/ordermanage/index?keyword=${no.known}`);
      await soon(staff, /待审核/);
      await follow(staff, rowWith(staff, no.known).getByRole("link", { name: /^SO/ }).first());
      for (const tab of [/^规则/, /^包裹/]) await follow(staff, main(staff).getByRole("link", { name: tab }).first());
      no.parcel = await numberOf(staff, "BGD");
    },
    async () => {
      await main(staff).getByRole("button", { name: /^更多/ }).first().click();
      for (const name of ["拆单", "合单"])
        await expect(main(staff).getByText(name, { exact: true }).first()).toBeVisible();
      await press(staff, "审核");
      await expect(staff.locator("[data-flash]")).toContainText("审核成功");
    },
    async () => {
      await open(staff, "订单管理", "包裹订单", "运营");
      await follow(staff, main(staff).getByRole("link", { name: no.parcel, exact: true }));
      await confirmed(staff, "下发仓库");
      await soon(staff, /外部单号\s*\S{6,}/);
      await press(staff, "获取面单");
      await soon(staff, /运单号\s*\S{6,}/);
      await main(staff).getByRole("button", { name: /^更多/ }).first().click();
      const [label] = await Promise.all([
        staff.waitForEvent("download"),
        main(staff).getByRole("link", { name: "面单PDF", exact: true }).click(),
      ]);
      expect(label.suggestedFilename()).toMatch(/\.pdf$/);
      await confirmed(staff, "确认出库");
      await soon(staff, /已回传/);
    },
    async () => {
      await open(staff, "订单管理", "订单规则", "运营");
      await follow(staff, main(staff).getByRole("link", { name: "美国西部", exact: true }).first());
      await press(staff, "试运行");
      await expect(main(staff)).toContainText("命中");
    },
  ];
};
