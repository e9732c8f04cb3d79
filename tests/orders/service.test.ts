import { afterAll, beforeAll, expect, test } from "vitest";
import { evidence, uploadEvidence } from "../evidence";
import { type Person, personOf } from "./people";
import { FOUND, makeRules, NO, ordered, shipAll } from "./scenario";
import { openShop, type Shop } from "./shop";

// Scenario 1 of market.md 12 from the complaint on (steps 6 to 8), and U1.
const REFUND = "/customerservice/refund";
const VOC = "/customerservice/voc";
const CUSTOMER = "/customerservice/customer";
const ORDER = "/platformorder/order";

let shop: Shop;
let staff: Person;
let lead: Person;
let maker: Person;
let orderId = "";

beforeAll(async () => {
  shop = await openShop();
  await uploadEvidence(shop.db);
  staff = await personOf(shop, "cs_staff");
  lead = await personOf(shop, "cs_lead");
  maker = await personOf(shop, "product");
  await makeRules(shop);
  await shop.place({ ...ordered(), buyerName: "Jordan Example", buyerEmail: "j1@example.com" });
});
afterAll(() => shop.close());

const customer = async () => (await lead.rows(CUSTOMER))[0];
const userId = async (username: string) =>
  (await shop.db.one<{ id: string }>("select id from sys_user where username = $1", [username]))?.id;
const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

test("who bought is a customer, masked", async () => {
  const order = async (api: string) => {
    await shop.say();
    await shop.sync();
    return (await shop.rows(api))[0];
  };
  await expect.poll(() => order("/ordermanage/order")).toMatchObject({ status: "audited" });
  await shipAll(shop);
  await expect
    .poll(() => order(ORDER))
    .toMatchObject({ platformOrderNo: NO, status: "Shipped", orderTotal: FOUND.total });
  orderId = String((await shop.rows(ORDER))[0]?.id);
  expect(await customer()).toMatchObject({
    orderCount: 1,
    refundCount: 0,
    level: "new",
    status: "normal",
    refundRate: "0.00",
    orderAmountCny: "695.98",
  });
  expect((await customer()).buyerAlias).toMatch(/^J\*\*\*e/);
});

test("6. a complaint of mid severity is due in 7 days, handled by product, verified by service", async () => {
  const from = await staff.get(`${VOC}/prefill?platformOrderId=${orderId}`);
  expect(from).toMatchObject({ source: "message", platformOrderName: NO, skuName: "A100" });
  const values = {
    source: "message",
    platformOrderId: orderId,
    skuId: shop.skus.A100,
    category2: "packaging",
    severity: "mid",
    affectedQty: 1,
    description: "one arrived broken, the box was crushed",
  };
  expect((await staff.call("POST", VOC, values)).msg).toBe("请选择问题小类");
  const made = await staff.call("POST", VOC, { ...values, category2: "packaging-damaged" });
  expect(made.msg).toBeNull();
  const id = made.data.id;
  expect(await staff.press(VOC, id, "submit")).toMatchObject({ msg: null });
  expect(await staff.get(`${VOC}/${id}`)).toMatchObject({
    status: "pendingAssign",
    dueDate: day(7),
    platformOrderNo: NO,
    overdue: null,
  });
  expect((await customer()).vocCount).toBe(1);
  const assign = (who: unknown) => lead.press(VOC, id, "assign", { handlerId: who });
  expect((await assign(await userId("cs_staff"))).msg).toBe("处理人须为在职的产品、质检或运营人员");
  expect((await assign(await userId("product"))).msg).toBeNull();
  const told = { rootCause: "外箱过薄", action: "改用五层瓦楞箱" };
  expect((await lead.press(VOC, id, "resolve", told)).msg).toBe("仅处理人可提交");
  expect((await maker.press(VOC, id, "resolve", told)).msg).toBeNull();
  const ng = await lead.press(VOC, id, "verify", { verifyResult: "ng", verifyNote: "仍有破损" });
  expect(ng.msg).toBeNull();
  expect(await lead.get(`${VOC}/${id}`)).toMatchObject({ status: "processing", ngCount: 1 });
  expect((await maker.press(VOC, id, "resolve", told)).msg).toBeNull();
  expect((await lead.press(VOC, id, "verify", { verifyResult: "ok" })).msg).toBe("请上传验证证明");
  const proof = [evidence("cs_lead", "document")];
  expect((await lead.press(VOC, id, "verify", { verifyResult: "ok", proof })).msg).toBeNull();
  expect(await lead.get(`${VOC}/${id}`)).toMatchObject({ status: "closed", verifyResult: "ok" });
  expect((await maker.press(VOC, id, "addStandard", { point: "跌落测试不破" })).msg).toBeNull();
  const sku = await shop.db.one<{ said: string }>("select qc_standard as said from sku where id = $1", [
    shop.skus.A100,
  ]);
  expect(sku?.said).toContain("跌落测试不破（VOC");
});

/** A draft of one piece of A100, or of what is typed. */
async function draft(items: object[], more: object = {}) {
  return staff.call("POST", REFUND, {
    platformOrderId: orderId,
    reason: "damaged",
    refundType: "partial",
    evidence: [evidence("cs_staff", "picture")],
    items,
    ...more,
  });
}
const lines = async () =>
  (await shop.db.query<{ id: string; sku: string }>(
    "select platform_line_no as id, seller_sku as sku from platform_order_line where platform_order_id = $1 order by line_no",
    [orderId],
  )) ?? [];
const lineOf = async (sku: string) => (await lines()).find((l) => l.sku === sku)?.id;

test("7. one broken piece is 26.38 with its tax; executed, 70.96 are left", async () => {
  const orderLineId = await lineOf("S-A100");
  const bare = await draft([{ orderLineId, qty: 1 }], { evidence: [] });
  expect(bare.msg).toBe("请上传凭证");
  const made = await draft([{ orderLineId, qty: 1 }]);
  expect(made.msg).toBeNull();
  const { id } = made.data;
  expect(await staff.get(`${REFUND}/${id}`)).toMatchObject({
    principalAmount: "24.56",
    taxAmount: "1.82",
    shippingAmount: "0.00",
    amount: "26.38",
  });
  expect((await staff.press(REFUND, id, "submit")).msg).toBeNull();
  expect((await staff.press(REFUND, id, "approve")).msg).not.toBeNull();
  expect((await lead.press(REFUND, id, "approve")).msg).toBeNull();
  expect((await staff.press(REFUND, id, "execute")).msg).not.toBeNull();
  for (const behave of [{ fail: 1 }, { lose: 1 }, { garbage: 1 }]) await shop.there.control("marketplace", { behave });
  expect((await lead.press(REFUND, id, "execute")).msg).toBeNull();
  await expect
    .poll(async () => {
      await shop.say();
      return lead.get(`${REFUND}/${id}`);
    })
    .toMatchObject({ status: "done", platformRefundId: expect.stringMatching(/^R\d{10}$/) });
  const { refunds } = Object(await shop.there.heard("marketplace"));
  expect(refunds).toMatchObject([{ orderNo: NO, amount: "26.38", currency: "USD" }]);
  expect(await customer()).toMatchObject({ refundCount: 1, refundAmountCny: "188.62" });
  const next = await draft([{ orderLineId, qty: 1, principal: "71.00" }]);
  expect(next.msg).toBe("退款金额不能超过可退金额 70.96");
});

test("8. the figures of the cockpit lose what went back: income 474.83, profit 195.22", async () => {
  const [day] = await shop.db.query<Record<"income" | "profit", string>>(
    `select round(sum(item_sales + shipping_income - promo_amt - refund_amt) * 7.15, 2)::text as income,
       round(sum(item_sales + shipping_income - promo_amt - refund_amt) * 7.15 - sum(product_cost)
         - sum(fulfill_fee) * 7.15, 2)::text as profit,
       sum(refund_amt)::numeric(12,2)::text as refunded, sum(refund_units)::int as pieces,
       sum(orders)::int as orders, sum(units)::int as units
     from fact_trade_daily`,
  );
  expect(day).toEqual({
    // The scenario takes 4.99 of freight where its lines have 2.85 and 2.14, which is the same.
    income: "474.83",
    profit: "195.22",
    refunded: "24.56",
    pieces: 1,
    orders: 1,
    units: 3,
  });
});

test("U1. of two refunds of 40.00 at once exactly one is accepted", async () => {
  const orderLineId = await lineOf("S-B200");
  const one = () => draft([{ orderLineId, qty: 1, principal: "36.86", tax: "2.73", shipping: "0.41" }]);
  const said = (await Promise.all([one(), one()])).map(({ msg }) => msg);
  expect(said.filter((msg) => msg === null)).toHaveLength(1);
  expect(said.filter((msg) => msg !== null)).toEqual([
    expect.stringMatching(/^退款金额不能超过可退金额 30\.96：.+KFTK\d+（草稿）占用40\.00$/),
  ]);
});
