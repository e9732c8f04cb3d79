import type { Page } from "@playwright/test";
import { unique } from "./address";
import { api } from "./api";
import { acts, type Driver, main, numberOf } from "./driver";

const paper = { name: "回单.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") };
const picture = {
  name: "order.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};
const STORE = "亚马逊美国1店";

/** Day of Shanghai, so many days from today; minutes of it, as a control of the browser takes them. */
const day = (days = 0) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const minute = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16);

interface Line {
  $skuId: string | null;
  qty: number;
  itemPrice: string;
  itemTax: string;
  promotionDiscount: string;
}
interface Bought {
  no: string;
  amount: string;
  tax: string;
}

/** Goods that already are in an application. */
const applied = async (sku: string) =>
  (await (await api()).get<{ total: number }>(`/evaluation/application/page?keyword=${sku}`)).total > 0;

/** Two orders of one SKU that the store sent and nobody has registered. */
async function bought(): Promise<{ sku: string; orders: Bought[] }> {
  const admin = await api();
  const named = `/basesetup/store/options?labels=${encodeURIComponent(STORE)}`;
  const [store] = await admin.get<{ id: string }[]>(named);
  const known = new Map<string, Bought[]>();
  // The newest are those of other tests.
  for (const current of [3, 4, 5, 6, 7]) {
    const { records } = await admin.get<{ records: { id: string; platformOrderNo: string }[] }>(
      `/platformorder/order/page?storeId=${store?.id}&status=Shipped&size=100&current=${current}`,
    );
    for (const { id, platformOrderNo: no } of records) {
      const { items } = await admin.get<{ items: Line[] }>(`/platformorder/order/${id}`);
      const [line] = items;
      if (items.length !== 1 || !line?.$skuId) continue;
      const amount = (Number(line.itemPrice) - Number(line.promotionDiscount)).toFixed(2);
      const orders = [...(known.get(line.$skuId) ?? []), { no, amount, tax: line.itemTax }];
      if (orders.length === 2 && !(await applied(line.$skuId))) return { sku: line.$skuId, orders };
      known.set(line.$skuId, orders);
    }
  }
  throw new Error("the demonstration has no two orders of one SKU");
}

/** How somebody signs in. */
async function loginOf(name = ""): Promise<string> {
  const found = await (await api()).get<{ records: { username: string; displayname: string }[] }>(
    `/admin/user/page?size=100&keyword=${encodeURIComponent(name)}`,
  );
  return found.records.find((user) => user.displayname === name)?.username ?? "";
}

/** A campaign from its application to refunds that are paid, by those whose work it is. */
export async function campaign(driver: Driver): Promise<void> {
  const { attach, browserOf, expect, follow, rowWith, submit } = driver;
  const { approve, confirmed, open, press } = acts(driver);
  const names = ["promo", "promo_lead", "finance", "cashier"];
  const [promo, lead, finance, cashier] = await Promise.all(names.map(browserOf));
  if (!promo || !lead || !finance || !cashier) throw new Error("four people are needed");
  const field = (page: Page, name: string) => main(page).locator(`[name="${name}"]`);
  // Script lets people type into a long list: what it hides is chosen from all the same.
  const pick = (page: Page, name: string, value: string | { label: string }) =>
    main(page).locator(`select[name="${name}"]`).selectOption(value, { force: true });
  const { sku, orders } = await bought();

  await open(promo, "推广管理", "测评申请", "运营");
  await press(promo, "新增");
  await pick(promo, "storeId", { label: STORE });
  await field(promo, "expectStart").fill(day());
  await field(promo, "expectEnd").fill(day(20));
  await promo.getByLabel(/已阅读并确认/).check();
  await field(promo, "items[0].skuId").fill(sku);
  await field(promo, "items[0].unitPrice").fill("200");
  await field(promo, "items[0].applyQty").fill("5");
  await field(promo, "items[0].serviceFee").fill("4");
  await press(promo, "保存并提交");
  const application = await numberOf(promo, "CPSQ");
  // The page says whose turn it is: the leader of the group that sells it, then that of promotion.
  const [, name] = /待 (\S+) 审批/.exec(await main(promo).innerText()) ?? [];
  await approve(await browserOf(await loginOf(name)), application);
  await approve(lead, application);
  await open(promo, "推广管理", "测评申请", "运营");
  await follow(promo, main(promo).getByRole("link", { name: application, exact: true }));
  await expect(main(promo)).toContainText("执行中");

  await press(promo, "新建测评任务");
  await pick(promo, "resourceId", { label: "晨星试用组" });
  await expect(field(promo, "skuId"), "the application says which").toHaveValue(sku);
  await field(promo, "planQty").fill("3");
  await field(promo, "dailyLimit").fill("3");
  await press(promo, "保存");
  await press(promo, "开始执行");
  const task = await numberOf(promo, "CPRW");
  const stand = async () => {
    await open(promo, "推广管理", "测评管理", "运营");
    await follow(promo, main(promo).getByRole("link", { name: task, exact: true }));
  };
  for (const [i, order] of orders.entries()) {
    await stand();
    await press(promo, "登记订单");
    await field(promo, "platformOrderNo").fill(order.no);
    await field(promo, "participantAlias").fill(`P${i}`);
    await field(promo, "orderDate").fill(day());
    await field(promo, "orderAmount").fill(order.amount);
    await field(promo, "taxAmount").fill(order.tax);
    await attach(main(promo).locator("input[type=file]").first(), picture);
    await press(promo, "登记");
    await expect(main(promo), "the platform knows it").toContainText("已匹配");
    const number = await numberOf(promo, "CPDD");
    await lead.goto(`/evaluation/order/index?keyword=${number}`);
    await follow(lead, rowWith(lead, number).getByRole("link").first());
    await confirmed(lead, "核对");
    await expect(main(lead)).toContainText("已核对");
  }

  await stand();
  await press(promo, "生成返款单");
  await press(promo, "保存");
  const refund = await numberOf(promo, "CPFK");
  await press(promo, "提交核对");
  await open(lead, "推广管理", "返款管理", "运营");
  await follow(lead, main(lead).getByRole("link", { name: refund, exact: true }));
  await confirmed(lead, "核对通过");
  await open(promo, "推广管理", "返款管理", "运营");
  await follow(promo, main(promo).getByRole("link", { name: refund, exact: true }));
  await press(promo, "生成请款单");
  await field(promo, "expectPayDate").fill(day());
  await press(promo, "保存并提交");
  const request = await numberOf(promo, "CPQK");
  await approve(lead, request);
  // What promotion agreed to is asked of finance, by the promotion's own leader first.
  await open(lead, "推广管理", "测评请款", "运营");
  await follow(lead, rowWith(lead, request).getByRole("link").first());
  const asked = await numberOf(lead, "\\bQK");
  await approve(lead, asked);
  await approve(finance, asked);
  await cashier.goto(`/finance/request/index?keyword=${asked}`);
  await follow(cashier, rowWith(cashier, asked).getByRole("link").first());
  await press(cashier, "生成付款单");
  await press(cashier, "保存");
  await press(cashier, "确认付款");
  const paid = cashier.getByRole("dialog");
  await paid.locator("[name=serialNo]").fill(unique("BK"));
  await paid.locator("[name=paidTime]").fill(minute());
  await attach(paid.locator("input[type=file]").first(), paper);
  await submit(cashier, paid.locator("form").getByRole("button").last());

  await open(promo, "推广管理", "返款管理", "运营");
  await follow(promo, main(promo).getByRole("link", { name: refund, exact: true }));
  await expect(main(promo)).toContainText("已返款");
  await stand();
  await expect(main(promo), "what one order cost").toContainText(/单均费用\s*\$\d/);
}
