import { afterAll, beforeAll, expect, test } from "vitest";
import { day } from "#backend/domain/purchase/delivery/delivery.testing";
import { openStockroom, type Stockroom } from "../stock/stockroom.testing";

let s: Stockroom;
beforeAll(async () => {
  s = await openStockroom();
});
afterAll(() => s.backend.close());

test("fields that the type asks for, dates and pieces are refused in words", async () => {
  expect(await s.save("other_in", s.inForm([[0, 1]], { reason: "" }))).toBe("请输入入库原因");
  expect(await s.save("other_in", s.inForm([[0, 1]], { inType: "gift" }))).toBe("请选择供应商");
  expect(await s.save("other_in", s.inForm([[0, 0]]))).toBe("良品和次品数量合计至少为1");
  expect(
    await s.save(
      "other_in",
      s.inForm([
        [0, 1],
        [0, 2],
      ]),
    ),
  ).toBe("SKU OTH0001-01 重复");
  expect(await s.save("other_in", s.inForm([[0, 1]], { bizDate: day(1) }))).toBe("业务日期不能晚于今天");
  const one = (where: string) =>
    s.db.one<{ id: string }>(`select id from warehouse where ${where} order by id limit 1`);
  const [fba, off] = [await one("kind = 'fba'"), await one("code = 'WH-YW'")];
  const there = { inType: "sampleBack", warehouseId: fba?.id };
  // What is not his to keep is not there for a keeper.
  expect(await s.save("other_in", s.inForm([[0, 1]], there))).toBe("仓库不存在");
  await s.db.query(
    `update warehouse set enabled = code <> 'WH-YW',
       manager_id = (select id from sys_user where username = 'warehouse')
     where id = any($1::bigint[])`,
    [[fba?.id, off?.id]],
  );
  expect(await s.save("other_in", s.inForm([[0, 1]], there))).toBe("FBA仓只能做调整入库");
  expect(await s.save("other_in", s.inForm([[0, 1]], { warehouseId: off?.id }))).toBe("仓库已停用");
});

test("an opening balance comes in at its cost once, after finance agreed", async () => {
  const body = s.inForm([[0, 8, 2, { unitCost: "3.333333" }]], { inType: "opening" });
  const id = await s.add("other_in", body);
  s.o.good(await s.act("other_in", id, "submit"));
  expect(await s.o.candidates("other_in", id)).toEqual([{ username: "warehouse_lead" }]);
  await s.o.approveAll("other_in", "/wms/otherin", id);
  const twice = await s.approved("other_in", body);
  expect((await s.db.query("select 1 from act_task where node_key = 'finance'")).length).toBe(2);
  s.o.good(await s.act("other_in", id, "confirm"));
  expect(await s.stock()).toMatchObject({ good: 8, bad: 2, free: 8, value: "33.33" });
  const moves = await s.db.query<Record<string, unknown>>(
    "select bucket, qty, amount::text, biz_type as type, biz_no as no from stock_move order by id",
  );
  const { no } = await s.read("other_in", id);
  expect(moves).toEqual([
    { bucket: "good", qty: 8, amount: "26.67", type: "opening", no },
    { bucket: "bad", qty: 2, amount: "6.66", type: "opening", no },
  ]);
  expect(await s.refused(s.act("other_in", twice, "confirm"))).toBe("SKU OTH0001-01 已有流水，不能录入期初");
  const late = await s.add("other_in", body);
  expect(await s.refused(s.act("other_in", late, "submit"))).toBe("SKU OTH0001-01 已有流水，不能录入期初");
});

test("of two opening balances at once one comes in", async () => {
  const body = s.inForm([[3, 5, 0, { unitCost: "1" }]], { inType: "opening" });
  const ids = await Promise.all([s.approved("other_in", body), s.approved("other_in", body)]);
  const answers = await Promise.all(ids.map((id) => s.refused(s.act("other_in", id, "confirm"))));
  expect(answers.filter((msg) => msg === "SKU OTH0001-04 已有流水，不能录入期初").length).toBe(1);
  expect(await s.stock(3)).toMatchObject({ good: 5, value: "5.00" });
});

test("without a cost it is that of the pool; an empty pool needs one, a gift may be free", async () => {
  const id = await s.done("other_in", s.inForm([[0, 10]]));
  const { items, amount } = await s.read("other_in", id);
  expect([items[0]?.unitCost, amount]).toEqual(["3.333000", "33.33"]);
  expect(await s.stock()).toMatchObject({ good: 18, value: "66.66" });
  const empty = await s.add("other_in", s.inForm([[1, 1]]));
  expect(await s.refused(s.act("other_in", empty, "submit"))).toBe("请输入单位成本");
  const supplierId = (
    await s.db.one<{ id: string }>(
      "insert into supplier (no, name, status) values ('GY-G', '赠品供应商', 'approved') returning id",
    )
  )?.id;
  await s.done("other_in", s.inForm([[1, 4]], { inType: "gift", supplierId }));
  expect(await s.stock(1)).toMatchObject({ good: 4, value: "0.00" });
  const clerk = await s.clerk.read<Record<string, unknown>>("/wms/otherin", id);
  expect(clerk).not.toHaveProperty("amount");
});

test("what the clerk typed and may not read stays when the draft is changed", async () => {
  const id = await s.add("other_in", s.inForm([[2, 5, 0, { unitCost: "2" }]]));
  const { items } = await s.read("other_in", id);
  const own = items.map(({ id: line, skuId }) => ({ id: line, skuId, goodQty: 6, badQty: 0 }));
  s.o.good(await s.clerk.edit("/wms/otherin", id, s.inForm([], { items: own })));
  expect(await s.read("other_in", id)).toMatchObject({
    amount: "12.00",
    totalQty: 6,
    items: [{ unitCost: "2.000000", amount: "12.00", goodQty: 6 }],
  });
});

test("reversed it nets to nothing; what has left cannot be taken back; void ends it", async () => {
  const id = await s.done("other_in", s.inForm([[2, 5, 1, { unitCost: "2" }]]));
  const out = await s.approved("other_out", s.outForm([[2, 3]]));
  expect(await s.refused(s.act("other_in", id, "reverse", { reason: "录错" }))).toBe(
    "SKU OTH0001-03 在深圳仓的良品可用不足，需5，可用2",
  );
  s.o.good(await s.act("other_out", out, "void", { reason: "不出了" }));
  s.o.good(await s.act("other_in", id, "reverse", { reason: "录错" }));
  expect(await s.stock(2)).toMatchObject({ good: 0, bad: 0, value: "0.00" });
  const net = await s.db.one(
    `select sum(qty)::int as qty, sum(amount)::text as amount from stock_move
     where biz_document = 'other_in' and biz_id = $1`,
    [id],
  );
  expect(net).toEqual({ qty: 0, amount: "0.00" });
  expect(await s.refused(s.act("other_in", id, "reverse", { reason: "再来" }))).toBe("已撤销状态不能撤销入库");
  const never = await s.approved("other_in", s.inForm([[2, 1, 0, { unitCost: "1" }]]));
  expect(await s.refused(s.act("other_in", never, "void"))).toBe("请填写作废原因");
  s.o.good(await s.act("other_in", never, "void", { reason: "重复" }));
  expect(await s.refused(s.act("other_in", never, "confirm"))).toBe("已作废状态不能确认入库");
});

test("a closed month takes nothing in and gives nothing back", async () => {
  const bizDate = day(-40);
  const id = await s.done("other_in", s.inForm([[1, 1]], { bizDate }));
  const waiting = await s.approved("other_in", s.inForm([[1, 1]], { bizDate }));
  await s.db.query(
    `update sys_param set value = (date_trunc('month', $1::date) + interval '1 month - 1 day')::date::text
     where param_key = 'month_close_until'`,
    [bizDate],
  );
  const closed = `${bizDate.slice(0, 7)}已关账`;
  expect(await s.save("other_in", s.inForm([[1, 1]], { bizDate }))).toBe(closed);
  expect(await s.refused(s.act("other_in", waiting, "confirm"))).toBe(closed);
  expect(await s.refused(s.act("other_in", id, "reverse", { reason: "晚了" }))).toBe(closed);
});
