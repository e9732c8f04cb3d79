import { afterAll, beforeAll, expect, test } from "vitest";
import { Denied, Later, Refused } from "#backend/engine/connect/words";
import { openRefunds, type Refunds, yen } from "./refund.testing";

let w: Refunds;
beforeAll(async () => {
  w = await openRefunds();
});
afterAll(() => w.db.close());

const one = (qty: number, more: object = {}) => [{ orderLineId: "1", qty, ...more }];

test("a piece is its share of the goods and their tax; the last one takes what is left", async () => {
  const order = await w.arrived();
  const first = await w.draft(order, one(1));
  expect(await w.read(first)).toMatchObject({ principal: "24.56", tax: "1.82", amount: "26.38" });
  const second = await w.draft(order, one(1));
  expect(await w.read(second)).toMatchObject({ principal: "24.56", tax: "1.82", shipping: "0.00" });
  await expect(w.draft(order, one(1))).rejects.toThrow("S-A100 最多可退0件");
  await w.step(second, "void", { reason: "重复" });
  expect(await w.read(await w.draft(order, one(1)))).toMatchObject({ amount: "26.38" });
});

test("no line gives more goods, freight or tax than was paid for it", async () => {
  const order = await w.arrived();
  const refused = [
    [{ principal: "49.13" }, "S-A100 的本金不能超过49.12"],
    [{ principal: "10.00", shipping: "2.86" }, "S-A100 的运费不能超过2.85"],
    [{ principal: "24.56", tax: "1.83" }, "S-A100 的税不能超过1.82"],
    [{ principal: "97.35" }, "退款金额不能超过可退金额 97.34"],
  ] as const;
  for (const [more, sentence] of refused) await expect(w.draft(order, one(0, more))).rejects.toThrow(sentence);
  await expect(w.draft(order, one(0))).rejects.toThrow("退款金额须大于0");
});

test("all of it is all of it: 97.34, then nothing is left", async () => {
  const order = await w.arrived();
  const id = await w.draft(order, [], { refundType: "full" });
  expect(await w.read(id)).toMatchObject({ principal: "85.98", shipping: "4.99", tax: "6.37", amount: "97.34" });
  // A draft holds it: the refusal says which.
  await expect(w.draft(order, one(1))).rejects.toThrow(/^无可退金额：.+TK\d+（草稿）占用97\.34$/);
  await w.approved(id);
  await w.register(id);
  expect(await w.read(id)).toMatchObject({ status: "done", cny: "695.98" });
});

test("goodwill takes no goods back and a fifth of the order at most, altogether", async () => {
  const order = await w.arrived();
  const goodwill = { refundType: "goodwill" };
  await expect(w.draft(order, one(1), goodwill)).rejects.toThrow("补偿累计不能超过订单金额的20%（19.47）");
  await expect(w.draft(order, one(1, { principal: "5.00", tax: "0" }), goodwill)).rejects.toThrow("补偿不填写退款数量");
  await w.draft(order, one(0, { principal: "15.00", tax: "0" }), goodwill);
  await expect(w.draft(order, one(0, { principal: "4.48", tax: "0" }), goodwill)).rejects.toThrow(
    "补偿累计不能超过订单金额的20%（19.47）",
  );
  await w.draft(order, one(0, { principal: "4.47", tax: "0" }), goodwill);
});

test("yen have no decimals: 933 of 2,800 and 100 of tax", async () => {
  const order = await w.arrived({ currency: "JPY", orderTotal: "3650", lines: [yen()] });
  const id = await w.draft(order, one(1));
  expect(await w.read(id)).toMatchObject({ principal: "933.00", tax: "100.00", amount: "1033.00" });
  await w.draft(order, one(1));
  const last = await w.draft(order, one(1));
  expect(await w.read(last)).toMatchObject({ principal: "934.00", tax: "100.00" });
  await w.approved(id);
  await w.register(id);
  expect(await w.read(id)).toMatchObject({ status: "done", cny: "49.58" });
  await expect(w.draft(order, one(0, { shipping: "0.5" }))).rejects.toThrow("小数");
});

test("what was not paid, or is brought by the platform, is not paid back by us", async () => {
  for (const status of ["Pending", "Canceled"] as const)
    await expect(w.draft(await w.arrived({ status }), one(1))).rejects.toThrow("待付款或已取消的订单不能退款");
  const id = await w.draft(await w.arrived({ fulfillmentChannel: "AFN" }), one(1));
  await w.approved(id);
  await expect(w.step(id, "execute")).rejects.toThrow("FBA订单退款由平台处理，仅可登记");
  await expect(w.step(id, "register", { platformRefundId: "R1", executedTime: "2099-01-01 00:00:00" })).rejects.toThrow(
    "退款时间不能晚于现在",
  );
  await w.register(id);
  expect(await w.read(id)).toMatchObject({ status: "done" });
  const own = await w.draft(await w.arrived(), one(1));
  await w.approved(own);
  await expect(w.step(own, "execute")).rejects.toThrow("店铺没有启用的平台连接");
});

test("small ones are approved by the leader, large ones by the head of service", async () => {
  const nodeOf = async (items: object[]) => {
    const order = await w.arrived({
      orderTotal: "304.02",
      lines: [
        {
          ...yen(),
          sellerSku: "S-A100",
          qty: 2,
          itemPrice: "300",
          itemTax: "4.02",
          shippingPrice: "0",
          shippingTax: "0",
          promotionDiscount: "0",
        },
      ],
    });
    const id = await w.draft(order, items);
    await w.step(id, "submit");
    const found = await w.db.one<{ key: string }>(
      `select k.node_key as key from act_task k join act_instance i on i.id = k.instance_id
       where i.biz_type = 'cs_refund' and i.biz_id = $1`,
      [id],
    );
    return found?.key;
  };
  expect(await nodeOf(one(0, { principal: "98.66" }))).not.toBe("csLead");
  expect(await nodeOf(one(1))).toBe("csLead");
});

test("a refund whose answer got lost keeps its money until the platform says no", async () => {
  const order = await w.arrived();
  const id = await w.draft(order, [], { refundType: "full" });
  await w.approved(id);
  const fails = async (error: Error) => {
    await w.db.query("update cs_refund set status = 'executing' where id = $1", [id]);
    await w.dead(id, error);
    expect(await w.read(id)).toMatchObject({ status: "failed" });
  };
  const withdraw = () => w.step(id, "void", { reason: "改登记" });
  const lost = "平台没有回答，可能已退款；请重新执行退款，平台已退的登记退款";
  await fails(new Later("对方30秒内没有回答"));
  await expect(withdraw()).rejects.toThrow(lost);
  await expect(w.draft(order, one(1))).rejects.toThrow("无可退金额");
  // That it may not speak with the platform now says nothing of what the platform did before.
  await fails(new Refused("对方拒绝登录"));
  await expect(withdraw()).rejects.toThrow(lost);
  await fails(new Denied("订单不能退款"));
  await withdraw();
  expect(await w.read(id)).toMatchObject({ status: "void" });
  await w.draft(order, one(1));
});
