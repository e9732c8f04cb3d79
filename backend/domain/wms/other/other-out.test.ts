import { afterAll, beforeAll, expect, test } from "vitest";
import { day } from "#backend/domain/purchase/delivery/delivery.testing";
import { openStockroom, type Stockroom } from "../stock/stockroom.testing";

let s: Stockroom;
let dept: string;
beforeAll(async () => {
  s = await openStockroom();
  dept = (await s.db.one<{ id: string }>("select id from sys_dept order by id limit 1"))?.id ?? "";
  await s.done("other_in", s.inForm([[0, 30, 10, { unitCost: "2.5" }]]));
});
afterAll(() => s.backend.close());

test("what the type asks for is refused in words", async () => {
  const sample = { outType: "sample", useDeptId: dept, receiverName: "王测试" };
  const cases: [form: Record<string, unknown>, message: string][] = [
    [s.outForm([[0, 1]], { reason: "太短" }), "出库原因不能少于5个字"],
    [s.outForm([[0, 1]], { outType: "gift" }), "请选择领用部门"],
    [s.outForm([[0, 1]], { outType: "gift", useDeptId: dept }), "请输入收件人"],
    [s.outForm([[0, 1]], sample), "请输入收件地址"],
    [s.outForm([[0, 1]], { ...sample, outType: "offline", receiverAddress: "x" }), "请输入售价"],
    [s.outForm([[0, 1, 1]], { outType: "scrap" }), "报废只能出次品"],
    [s.outForm([[0, 0, 1]], { outType: "scrap" }), "请上传报废照片"],
    [s.outForm([[0, 0, 0]]), "良品和次品数量合计至少为1"],
  ];
  for (const [form, message] of cases) expect(await s.save("other_out", form)).toBe(message);
});

test("submit holds the pieces, every way back gives them up, none can be held twice", async () => {
  const id = await s.add("other_out", s.outForm([[0, 20, 4]]));
  const more = await s.add("other_out", s.outForm([[0, 11]]));
  s.o.good(await s.act("other_out", id, "submit"));
  expect(await s.stock()).toMatchObject({ good: 30, free: 10, freeBad: 6 });
  expect(await s.refused(s.act("other_out", more, "submit"))).toBe(
    "SKU OTH0001-01 在深圳仓的良品可用不足，需11，可用10",
  );
  s.o.good(await s.act("other_out", id, "withdraw"));
  expect(await s.stock()).toMatchObject({ good: 30, free: 30, freeBad: 10 });
  s.o.good(await s.act("other_out", id, "submit"));
  const lead = s.o.as("warehouse_lead");
  s.o.good(await lead.act("/wms/otherout", id, "reject", { comment: "数量不对" }));
  expect(await s.stock()).toMatchObject({ free: 30, freeBad: 10 });
  await s.o.submit("warehouse", "other_out", "/wms/otherout", id);
  expect(await s.stock()).toMatchObject({ free: 10, freeBad: 6 });
  s.o.good(await s.act("other_out", id, "void", { reason: "不出了" }));
  expect(await s.stock()).toMatchObject({ free: 30, freeBad: 10, value: "100.00" });
});

test("confirmed at the moving average, reversed at what it took out then", async () => {
  const id = await s.done("other_out", s.outForm([[0, 6, 1]]));
  expect(await s.read("other_out", id)).toMatchObject({
    status: "done",
    totalCost: "17.50",
    totalQty: 7,
    items: [{ unitCost: "2.500000", amount: "17.50" }],
  });
  expect(await s.stock()).toMatchObject({ good: 24, free: 24, bad: 9, value: "82.50" });
  await s.done("other_in", s.inForm([[0, 10, 0, { unitCost: "9" }]]));
  s.o.good(await s.act("other_out", id, "reverse", { reason: "客户退了" }));
  expect(await s.stock()).toMatchObject({ good: 40, free: 40, bad: 10, value: "190.00" });
  expect(await s.refused(s.act("other_out", id, "confirm"))).toBe("已撤销状态不能确认出库");
});

test("finance joins from 2000 of cost on; one living document for a source", async () => {
  await s.done("other_in", s.inForm([[1, 100, 0, { unitCost: "100" }]]));
  const id = await s.add("other_out", s.outForm([[1, 20]], { sourceNo: "SRC-1" }));
  s.o.good(await s.act("other_out", id, "submit"));
  const lead = s.o.as("warehouse_lead");
  s.o.good(await lead.act("/wms/otherout", id, "approve"));
  expect((await s.o.candidates("other_out", id)).map((c) => c.username)).toContain("finance");
  const { no } = await s.read("other_out", id);
  const twin = await s.add("other_out", s.outForm([[1, 1]], { sourceNo: "SRC-1" }));
  expect(await s.refused(s.act("other_out", twin, "submit"))).toBe(`来源单号SRC-1已有出库单${no}`);
  s.o.good(await s.o.as("finance").act("/wms/otherout", id, "reject", { comment: "太多" }));
  s.o.good(await s.act("other_out", twin, "submit"));
});

test("a closed month is not opened again by a reversal", async () => {
  const id = await s.done("other_out", s.outForm([[1, 1]], { bizDate: day(-40) }));
  await s.db.query(
    `update sys_param set value = (date_trunc('month', $1::date) + interval '1 month - 1 day')::date::text
     where param_key = 'month_close_until'`,
    [day(-40)],
  );
  expect(await s.refused(s.act("other_out", id, "reverse", { reason: "晚了" }))).toBe(`${day(-40).slice(0, 7)}已关账`);
});
