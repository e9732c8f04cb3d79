import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { netPrice } from "#backend/domain/supplier/price";
import { runs } from "../../../../tests/runs";
import { INQ, openSourcing, type Sourcing, TURN } from "../turn-requisition/sourcing.testing";

let s: Sourcing;
beforeAll(async () => {
  s = await openSourcing();
});
afterAll(() => s?.close());

const buyer = () => s.o.as("buyer");
const read = (id: string) => s.read.inquiry(id);
const act = (id: string, name: string, body = {}) => buyer().act(INQ, id, name, body);
const good = async (id: string, name: string, body = {}) => s.o.good(await act(id, name, body));
const turnLine = async (turnId: string) => (await s.read.turn(turnId)).items[0];

/** An inquiry for one line of 100 pieces that comes from a turn requisition. */
async function asked(more = {}) {
  const req = await s.requisition([100]);
  const turn = await s.turned([{ reqLineId: req.lines[0], qty: 100 }]);
  const { id } = await s.inquiry([{ turnLineId: turn.lines[0], skuId: s.skus[0], qty: 100 }], more);
  return { id, turn, req };
}
/** Quotes of three suppliers: 11.30 with 13 % tax is 10.00, then 10.50 and 12.00 without. */
async function quoted(id: string, awards: [number, number, number] = [100, 0, 0], reason = "") {
  const { items } = await read(id);
  const lineId = items[0]?.id;
  const rows = [
    { quotedPrice: "11.30", taxIncludedQuote: true, taxRate: "13", moq: 10, validTo: "2099-06-30" },
    { quotedPrice: "10.50", taxRate: "13" },
    { quotedPrice: "12", taxRate: "0" },
  ].map((q, i) => ({ ...q, lineId, supplierId: s.suppliers[i], awardQty: awards[i], awardReason: reason }));
  return act(id, "recordQuote", { quotes: rows });
}

it("counts as inquired from the draft on, and frees it again", async () => {
  const { id, turn } = await asked();
  const waits = async () => {
    const { records } = (await buyer().send("GET", `${TURN}/page`, undefined, { open: "yes", size: "100" })).body.data;
    return records.some((row: { id: string }) => row.id === turn.id);
  };
  expect(await turnLine(turn.id)).toMatchObject({ inquiredQty: 100 });
  expect(await waits(), "all is inquired").toBe(false);
  const again = await buyer().send("POST", INQ, {
    buyerId: s.buyerId,
    currency: "CNY",
    deadline: "2099-01-01 00:00:00",
    purpose: "order",
    items: [{ turnLineId: turn.lines[0], skuId: s.skus[0], qty: 1 }],
  });
  expect(again.body.msg).toMatch(/^超过可询价数量0：询价单XJ\d+（草稿）占用100$/);
  const prefill = await buyer().send("GET", `${INQ}/prefill`, undefined, { turnId: turn.id });
  expect(prefill.body.msg).toBe("没有待询价数量");
  const [line] = (await read(id)).items;
  s.o.good(
    await buyer().edit(INQ, id, { items: [{ id: line?.id, turnLineId: turn.lines[0], skuId: s.skus[0], qty: 40 }] }),
  );
  expect(await turnLine(turn.id)).toMatchObject({ inquiredQty: 40 });
  expect(await waits(), "60 are left").toBe(true);
  s.o.good(await buyer().send("DELETE", `${INQ}/${id}?version=1`));
  expect(await turnLine(turn.id)).toMatchObject({ inquiredQty: 0 });
});

it("takes a number that was given out before, once", async () => {
  const no: string = s.o.good(await buyer().send("GET", `${INQ}/nextNo`));
  const first = await s.inquiry([{ skuId: s.skus[0], qty: 1 }], { no });
  expect(await read(first.id)).toMatchObject({ no });
  await expect(s.inquiry([{ skuId: s.skus[0], qty: 1 }], { no })).rejects.toThrow("单号重复");
  await expect(s.inquiry([{ skuId: s.skus[0], qty: 1 }], { no: "XJ2601019999" })).rejects.toThrow("单号不是系统分配的");
});

it("asks whoever sells goods, no forwarder", async () => {
  await s.db.query("update supplier set supplier_type = 'logistics' where id = $1", [s.suppliers[3]]);
  const suppliers = [{ supplierId: s.suppliers[0] }, { supplierId: s.suppliers[3] }];
  const asked = s.inquiry([{ skuId: s.skus[0], qty: 1 }], { suppliers });
  await expect(asked).rejects.toThrow("比价供应商4 是物流商或报关行，不能采购");
  const { id } = await s.inquiry([{ skuId: s.skus[0], qty: 1 }]);
  const [line] = (await read(id)).items;
  await good(id, "start");
  const quote = { lineId: line?.id, supplierId: s.suppliers[3], quotedPrice: "1", taxRate: "0" };
  const { body } = await act(id, "recordQuote", { quotes: [quote] });
  expect(JSON.stringify(body)).toContain("是物流商或报关行");
  await s.db.query("update supplier set supplier_type = 'goods' where id = $1", [s.suppliers[3]]);
});

it("asks three suppliers or a reason from 20000 CNY on", async () => {
  const items = [{ skuId: s.skus[1], qty: 1000 }];
  const suppliers = s.suppliers.slice(0, 2).map((supplierId) => ({ supplierId }));
  const { id } = await s.inquiry(items, { suppliers });
  expect(await read(id)).toMatchObject({ estAmount: "20000.00" });
  const msg = "金额达到20000元须至少3家比价或填写单一来源原因";
  expect((await act(id, "start")).body.msg).toBe(msg);
  s.o.good(await buyer().edit(INQ, id, { singleSourceReason: "独家模具" }));
  await good(id, "start");
  const foreign = await s.inquiry([{ ...items[0], targetPrice: "3" }], { currency: "USD" });
  expect(Number((await read(foreign.id)).estAmount)).toBeGreaterThan(18_000);
  const late = await s.inquiry(items, { deadline: "2020-01-01 00:00:00" });
  expect((await act(late.id, "start")).body.msg).toBe("报价截止须晚于现在");
});

it("records quotes, compares them net of tax, and guards the award", async () => {
  const { id } = await asked();
  await good(id, "start");
  expect((await read(id)).quotes).toHaveLength(3);
  s.o.good(await quoted(id));
  const { quotes } = await read(id);
  expect(quotes.map((q) => [q.price, q.isLowest])).toEqual([
    ["10.0000", true],
    ["10.5000", false],
    ["12.0000", false],
  ]);
  await quoted(id, [99, 0, 0]);
  expect((await act(id, "submit")).body.msg).toBe("第1行定标数量须等于询价数量100，现为99");
  await quoted(id, [50, 50, 0]);
  expect((await act(id, "submit")).body.msg).toMatch(/^第1行比价供应商\d：未选择最低价，请填写定标说明$/);
  await quoted(id, [5, 95, 0], "产能");
  expect((await act(id, "submit")).body.msg).toMatch(/^第1行比价供应商\d：定标数量5低于供应商起订量10$/);
  await s.db.query("update inquiry_order set deadline = '2020-01-01' where id = $1", [id]);
  const late = { quotes: [{ id: quotes[0]?.id, quotedPrice: "9" }] };
  expect((await act(id, "recordQuote", late)).body.msg).toBe("已过报价截止时间");
  const award = (n: number, awardQty: number, awardReason: string | null = null) => ({
    id: quotes[n]?.id,
    awardQty,
    awardReason,
  });
  await good(id, "recordQuote", { quotes: [award(0, 60), award(1, 40, "产能不足")] });
  await good(id, "submit");
  expect(await read(id)).toMatchObject({ status: "auditing", awardAmount: "1152.60" });
  await good(id, "withdraw");
  expect(await read(id)).toMatchObject({ status: "quoted" });
});

it("awards: prices of the SKUs follow, orders take no more than was awarded", async () => {
  const { id, turn, req } = await asked();
  await good(id, "start");
  await quoted(id);
  await s.o.submit("buyer", "inquiry_order", INQ, id);
  const row = await read(id);
  expect(row.status).toBe("awarded");
  const price = await s.db.one(
    `select price::text, valid_to, source_inquiry_no as no, is_default as first
     from sku_supplier_price where sku_id = $1 and supplier_id = $2 and del_flag = 0`,
    [s.skus[0], s.suppliers[0]],
  );
  expect(price).toEqual({ price: "10.0000", valid_to: "2099-06-30", no: row.no, first: true });
  const order = (qty: number) => s.order({ awardId: row.quotes[0]?.id, qty });
  await expect(order(101)).rejects.toThrow("超过可下单数量100");
  await order(100);
  expect(await turnLine(turn.id)).toMatchObject({ orderedQty: 100, inquiredQty: 100 });
  expect((await s.read.requisition(req.id)).items).toMatchObject([{ orderedQty: 100 }]);
  expect(await s.read.turn(turn.id)).toMatchObject({ status: "done" });
  expect((await act(id, "toOrder")).body.msg).toBe("定标数量已全部下单");
  await order(-100);
  const closed = await s.o.as("purchase_manager").act(TURN, turn.id, "close", { reason: "停" });
  s.o.good(closed);
  await expect(order(1)).rejects.toThrow("超过可下单数量0");
});

it("an unfinished inquiry keeps its turn requisition open; void frees it", async () => {
  const { id, turn } = await asked();
  const manager = s.o.as("purchase_manager");
  expect((await manager.act(TURN, turn.id, "close", { reason: "停" })).body.msg).toBe(
    `存在未完成的询价单/采购单：询价单${(await s.read.inquiry(id)).no}（草稿）`,
  );
  await good(id, "start");
  s.o.good(await manager.act(INQ, id, "void", { reason: "重询" }));
  expect(await turnLine(turn.id)).toMatchObject({ inquiredQty: 0 });
  s.o.good(await manager.act(TURN, turn.id, "close", { reason: "停" }));
});

it("a price with tax goes there and back within 0.0001", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 10_000 }), (p, t) => {
      const quotedPrice = (p / 100).toFixed(2);
      const net = Number(netPrice(quotedPrice, true, (t / 100).toFixed(2)));
      expect(Math.abs(net * (1 + t / 10_000) - Number(quotedPrice))).toBeLessThanOrEqual(1.01e-4);
    }),
  );
});

it("inquiries and direct orders at once never exceed what was turned", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 15 })), { minLength: 2, maxLength: 5 }),
      async (qty, wishes) => {
        const req = await s.requisition([qty]);
        const turn = await s.turned([{ reqLineId: req.lines[0], qty }]);
        const [turnLineId] = turn.lines;
        await Promise.allSettled(
          wishes.map(([ask, n]) =>
            ask ? s.inquiry([{ turnLineId, skuId: s.skus[0], qty: n }]) : s.order({ turnLineId, qty: n }),
          ),
        );
        const [line] = await s.db.query<Record<"inquired" | "direct" | "ordered" | "lines", number>>(
          `select inquired_qty as inquired, direct_qty as direct, ordered_qty as ordered,
             (select coalesce(sum(i.qty), 0)::int from inquiry_order_line i
                join inquiry_order o on o.id = i.inquiry_order_id
              where i.turn_line_id = t.id and i.del_flag = 0 and o.status <> 'void') as lines
           from turn_requisition_line t where id = $1`,
          [turnLineId],
        );
        expect(line?.inquired).toBe(line?.lines);
        expect((line?.inquired ?? qty) + (line?.direct ?? qty)).toBeLessThanOrEqual(qty);
        expect(line?.ordered).toBe(line?.direct);
      },
    ),
    { numRuns: runs(3) },
  );
});
