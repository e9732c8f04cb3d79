import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { insert } from "#backend/engine/documents/writing/write";
import { makeMonths, ORDER_TABLES } from "#backend/platform/db/month-parts";
import { today } from "#backend/platform/values/calendar";
import { csRefund } from "#documents/service/cs-refund";
import { csRefundRules } from "../service/refund/cs-refund";
import { COOPERATION, DELIVER, FEE, type Kol, openKol, STAR, starForm } from "./kol.testing";
import { releaseStars } from "./star/transitions";

let k: Kol;
beforeAll(async () => {
  k = await openKol();
});
afterAll(() => k.backend.close());

const stateOf = async (api: string, id: string) => (await k.read(api, id)).status;

const sample = async (cooperationId: string) =>
  (
    await k.kol.add(DELIVER, {
      cooperationId,
      deliverType: "warehouse",
      warehouseId: k.warehouseId,
      items: [{ skuId: k.skus[0], qty: 2 }],
    })
  ).id;

const stockOut = async (deliverId: string) =>
  (await k.db.one<{ id: string; status: string }>(
    `select id, status from other_out where maker_document = 'deliver' and maker_id = $1
       order by id desc limit 1`,
    [deliverId],
  )) ?? { id: "", status: "" };

test("nobody has more than 300 stars; a star is somebody's while it is protected", async () => {
  const lead = k.lead;
  const { id } = await lead.add(STAR, starForm("L"));
  k.o.good(await lead.act(STAR, id, "publish"));
  const claim = () => k.o.as("kol_lead").act(STAR, id, "claim");
  expect(await k.refusal(claim())).toBe("已是本人名下的红人");
  k.o.good(await k.o.as("admin").act(STAR, id, "transfer", { ownerId: "1" }));
  expect(await k.refusal(claim())).toBe("该红人在保护期内，归属 系统管理员");
  k.o.good(await k.o.as("admin").act(STAR, id, "release"));
  await k.db.query(
    `insert into star (tenant_id, no, star_name, status, owner_id)
     select 1, 'HRX' || n, 'x' || n, 'owned', u.id from generate_series(1, 300) n, sys_user u
     where u.username = 'kol'`,
  );
  expect(await k.refusal(k.kol.act(STAR, id, "claim"))).toBe("名下红人已达上限300");
  await k.db.query("delete from star where no = 'HRX300'");
  const { id: other } = await lead.add(STAR, starForm("M"));
  k.o.good(await lead.act(STAR, other, "publish"));
  k.o.good(await lead.act(STAR, other, "release"));
  const both = await Promise.all([id, other].map((s) => k.refusal(k.kol.act(STAR, s, "claim"))));
  expect(both.sort()).toEqual(["", "名下红人已达上限300"]);
  await k.db.query("delete from star where no like 'HRX%'");
});

test("whose protection is over goes back to everybody, unless something goes on", async () => {
  const [idle, busy] = [await k.owned("I"), await k.owned("B")];
  await k.kol.add(COOPERATION, k.coopForm(busy));
  await k.db.query("update star set protected_until = $1 where id = any($2::bigint[])", [today(-1), [idle, busy]]);
  await releaseStars(k.db);
  expect([await stateOf(STAR, idle), await stateOf(STAR, busy)]).toEqual(["pool", "owned"]);
  expect(await k.db.one("select 1 as told from sys_notification where title like '%TechAnnaI已释放%'")).toEqual({
    told: 1,
  });
  expect(await k.refusal(k.kol.send("POST", COOPERATION, k.coopForm(idle)))).toBe("请先认领该红人");
});

test("a stock-out that is rejected or void brings the delivery back; a void delivery frees stock", async () => {
  const cooperation = await k.approved(await k.owned("V"));
  const id = await sample(cooperation);
  const more = { cooperationId: cooperation, deliverType: "warehouse", warehouseId: k.warehouseId };
  const over = { ...more, items: [{ skuId: k.skus[0], qty: 1 }] };
  expect(await k.refusal(k.kol.send("POST", DELIVER, over))).toMatch(/^超出可寄样数量：红人寄样HRJY\d+（草稿）占用2$/);
  k.o.good(await k.kol.act(DELIVER, id, "submit"));
  const first = await stockOut(id);
  expect(await k.stock()).toMatchObject({ free: 8 });
  const answer = await k.o.as("warehouse_lead").act("/wms/otherout", first.id, "reject", { comment: "样品不足" });
  k.o.good(answer);
  expect([await stateOf(DELIVER, id), (await stockOut(id)).status]).toEqual(["draft", "void"]);
  expect(await k.stock()).toMatchObject({ free: 10 });
  k.o.good(await k.kol.act(DELIVER, id, "submit"));
  expect((await stockOut(id)).id).not.toBe(first.id);
  k.o.good(await k.kol.act(DELIVER, id, "void", { reason: "不寄了" }));
  const out = await stockOut(id);
  expect([await stateOf(DELIVER, id), out.status]).toEqual(["void", "void"]);
  expect(await k.stock()).toMatchObject({ free: 10 });
  expect(
    await k.db.one(
      `select action, from_state as "from", to_state as "to", diff -> 'reason' as reason
       from sys_oper_log where biz_type = 'other_out' and biz_id = $1 order by id desc limit 1`,
      [out.id],
    ),
  ).toEqual({ action: "作废", from: "auditing", to: "void", reason: [null, "不寄了"] });
});

test("a terminated cooperation ends what was not sent or verified", async () => {
  const star = await k.owned("T");
  const cooperation = await k.approved(star);
  const id = await sample(cooperation);
  k.o.good(await k.kol.act(DELIVER, id, "submit"));
  const { id: fee } = await k.fee(cooperation, "advance", { fixedPart: "100.00" });
  k.o.good(await k.kol.act(FEE, fee, "submit"));
  k.o.good(await k.lead.act(COOPERATION, cooperation, "terminate", { reason: "档期取消" }));
  expect([await stateOf(DELIVER, id), await stateOf(FEE, fee), await stateOf(STAR, star)]).toEqual([
    "void",
    "void",
    "owned",
  ]);
  expect((await stockOut(id)).status).toBe("void");
  expect(await k.stock()).toMatchObject({ free: 10 });
});

test("a fee that finance refuses after the end opens the cooperation again", async () => {
  const star = await k.owned("R");
  const cooperation = await k.approved(star, { coopMode: "fixed", fixedFee: "100.00" });
  k.o.good(await k.kol.act(COOPERATION, cooperation, "registerContent", { url: "https://example.com/r" }));
  const { id: fee } = await k.fee(cooperation, "balance", { fixedPart: "100.00" });
  k.o.good(await k.kol.act(FEE, fee, "submit"));
  k.o.good(await k.lead.act(FEE, fee, "verify"));
  k.o.good(await k.kol.act(COOPERATION, cooperation, "finish"));
  expect(await k.read(COOPERATION, cooperation)).toMatchObject({
    status: "finished",
    feePaid: "100.00",
    paidAmount: "0.00",
  });
  const request = await k.requestOf(fee);
  await k.approveRequest(request.id);
  k.o.good(await k.o.as("finance").act("/finance/request", request.id, "void", { reason: "资料不全" }));
  expect(await k.read(COOPERATION, cooperation)).toMatchObject({ status: "published", feePaid: "0.00" });
  expect([await stateOf(FEE, fee), await stateOf(STAR, star)]).toEqual(["rejected", "cooperating"]);
  k.o.good(await k.kol.act(FEE, fee, "submit"));
  k.o.good(await k.lead.act(FEE, fee, "verify"));
  const again = await k.requestOf(fee);
  await k.approveRequest(again.id);
  await k.pay(again.id, "100.00");
  expect(await stateOf(FEE, fee)).toBe("paid");
});

test("orders with the code count from publishing on, and never below what was asked for", async () => {
  const cooperation = await k.approved(await k.owned("C"), {
    promoCode: "anna20",
    coopMode: "commission",
    commissionRate: "10",
    commissionCap: null,
  });
  const twin = await k.kol.add(COOPERATION, k.coopForm(await k.owned("D"), { promoCode: "ANNA20" }));
  const { no } = await k.read(COOPERATION, cooperation);
  expect(await k.refusal(k.kol.act(COOPERATION, twin.id, "submit"))).toBe(`折扣码已被 ${no} 使用`);
  const content = { url: "https://example.com/c", publishDate: today(-3) };
  k.o.good(await k.kol.act(COOPERATION, cooperation, "registerContent", content));
  const order = async (n: number, day: string, codes: string[]) => {
    await k.db.query(
      `insert into platform_order (id, tenant_id, platform_order_no, store_id, status, purchase_time,
         purchase_day, currency) values ($1, 1, $2, $3, 'Shipped', $4::date + interval '12 hours', $4, 'USD')`,
      [n, `111-${n}`, k.storeId, day],
    );
    await k.db.query(
      `insert into platform_order_line (tenant_id, platform_order_id, line_no, item_price,
         promotion_discount, promotion_ids, purchase_time)
       values (1, $1, 1, 60, 10, $2, $3::date + interval '12 hours')`,
      [n, codes, day],
    );
  };
  const month = (n: number) => new Date(`${today(n)}T00:00:00Z`);
  await makeMonths(k.db, ORDER_TABLES, month(-40), month(2));
  await order(1, today(-2), ["ANNA20"]);
  await order(2, today(-1), ["OTHER", "ANNA20"]);
  await order(3, today(-1), ["OTHER"]);
  await order(4, today(-4), ["ANNA20"]);
  k.o.good(await k.kol.act(COOPERATION, cooperation, "refreshSales"));
  expect(await k.read(COOPERATION, cooperation)).toMatchObject({
    attributedOrders: 2,
    attributedSales: "100.00",
    attributionSource: "promoCode",
    commissionAmount: "10.00",
    payableAmount: "10.00",
  });
  const { starId } = await k.read(COOPERATION, cooperation);
  const behind = { status: "Shipped", promoCode: "ANNA20", currency: "USD", sales: "50.00" };
  for (const [api, row] of [
    [COOPERATION, cooperation],
    [STAR, String(starId)],
  ] as const) {
    expect((await k.read(api, row)).sold, "who may read orders is led to them").toMatchObject([
      { ...behind, id: "2", orderNo: "111-2", day: today(-1) },
      { ...behind, id: "1", orderNo: "111-1", day: today(-2) },
    ]);
    expect((await k.kol.read<{ sold: unknown }>(api, row)).sold, "others see sums").toMatchObject([
      { ...behind, id: "", orderNo: null },
      { ...behind, id: "", orderNo: null },
    ]);
  }
  await k.fee(cooperation, "commission", { commissionPart: "8.00" });
  const less = { orders: 1, sales: "50.00", reason: "平台报表" };
  expect(await k.refusal(k.kol.act(COOPERATION, cooperation, "enterSales", less))).toBe(
    "已申请佣金8.00，应付佣金不能低于该金额",
  );
});

test("what buyers get back of such orders takes its commission with it, down to what was granted", async () => {
  const cooperation = await k.approved(await k.owned("Q"), {
    promoCode: "BACK10",
    coopMode: "commission",
    commissionRate: "10",
    commissionCap: null,
  });
  const content = { url: "https://example.com/q", publishDate: today(-3) };
  k.o.good(await k.kol.act(COOPERATION, cooperation, "registerContent", content));
  await k.db.query(
    `insert into platform_order (id, tenant_id, platform_order_no, store_id, status, purchase_time,
       purchase_day, currency, order_total)
     values (900, 1, '111-900', $1, 'Shipped', $2::date + interval '12 hours', $2, 'USD', 100)`,
    [k.storeId, today(-2)],
  );
  await k.db.query(
    `insert into platform_order_line (tenant_id, platform_order_id, line_no, platform_line_no, qty, qty_shipped,
       seller_sku, item_price, promotion_ids, purchase_time)
     values (1, 900, 1, 'L1', 4, 4, 'US-OTH0001-01', 100, '{BACK10}', $1::date + interval '12 hours')`,
    [today(-2)],
  );
  k.o.good(await k.kol.act(COOPERATION, cooperation, "refreshSales"));
  const owed = () => k.read(COOPERATION, cooperation);
  expect(await owed()).toMatchObject({ attributedSales: "100.00", commissionAmount: "10.00" });
  const paidBack = async (qty: number) => {
    const { id } = await k.asCashier((c) =>
      insert(c, csRefund, csRefundRules, {
        platformOrderId: "900",
        reason: "late",
        refundType: "partial",
        items: [{ orderLineId: "L1", qty }],
      }),
    );
    await k.db.query("update cs_refund set status = 'approved' where id = $1", [id]);
    await k.asCashier((c) => perform(c, csRefund, id, "register", { platformRefundId: `R${id}` }, { trusted: true }));
  };
  await paidBack(1);
  expect(await owed(), "at once, without waiting for the clock").toMatchObject({
    attributedOrders: 1,
    attributedSales: "75.00",
    commissionAmount: "7.50",
    payableAmount: "7.50",
    commissionOver: "0.00",
    sold: [{ sales: "75.00" }],
  });
  const { id: fee } = await k.fee(cooperation, "commission", { commissionPart: "7.50" });
  k.o.good(await k.kol.act(FEE, fee, "submit"));
  await paidBack(1);
  expect(await owed(), "what was only asked for holds nothing").toMatchObject({
    attributedSales: "50.00",
    commissionAmount: "5.00",
  });
  expect(await k.refusal(k.lead.act(FEE, fee, "verify"))).toBe("超出合作应付金额，剩余 5.00");
  k.o.good(await k.lead.act(FEE, fee, "reject", { reason: "已退款" }));
  k.o.good(await k.kol.act(FEE, fee, "void", { reason: "金额有误" }));
  const { id: less } = await k.fee(cooperation, "commission", { commissionPart: "5.00" });
  k.o.good(await k.kol.act(FEE, less, "submit"));
  k.o.good(await k.lead.act(FEE, less, "verify"));
  await paidBack(2);
  expect(await owed(), "never below what was granted, and said").toMatchObject({
    attributedSales: "0.00",
    commissionAmount: "5.00",
    feePaid: "5.00",
    commissionOver: "5.00",
  });
});

test("an account is shown to who says why, and that is kept", async () => {
  const id = await k.owned("P");
  const { body } = await k.kol.act(STAR, id, "showPayee", { why: "核对收款账号" });
  expect(body.data.told).toContain("anna@example.com");
  expect(await k.db.one("select what, reason from pii_access_log where document = 'star'")).toEqual({
    what: "收款账号、税号",
    reason: "核对收款账号",
  });
});
