import { afterAll, beforeAll, expect, test } from "vitest";
import { office } from "#backend/domain/product/product.testing";
import { payablesFaults } from "#backend/ledgers/payables/checks";
import { postMoves } from "#backend/ledgers/stock";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { closeUntil, today } from "#backend/platform/values";
import { documentNamed } from "#documents";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { type FirstDay, openFirstDay, type Sheet } from "./opening.testing";

// 更正 (company.md 2.1): what was brought along is put right once the company works.

let backend: TestBackend;
let d: FirstDay;
let o: ReturnType<typeof office>;
let made: Map<Sheet, string>;
const { api } = documentNamed("opening");

beforeAll(async () => {
  backend = await testBackend();
  o = office(backend);
  d = await openFirstDay(20, backend.db);
  made = await d.bookAll();
});
afterAll(() => backend.close());

type Fix = Record<string, unknown> & { lineId: string };
interface Form {
  stockFixes?: (Fix & { $skuId: string })[];
  debtFixes?: (Fix & { oldNo: string | null; poOldNo: string | null })[];
}

const formOf = async (sheet: Sheet) => {
  const { body } = await o.as("finance").send("GET", `${api}/prefill?correctsId=${made.get(sheet)}`);
  const form: Form = body.data;
  return form;
};
const add = async (who: string, sheet: Sheet, more: object) => {
  const { status, body } = await o
    .as(who)
    .send("POST", api, { kind: "correction", correctsId: made.get(sheet), reason: "盘点后发现录错", ...more });
  return status === 200 ? { id: String(body.data.id), msg: "ok" } : { id: "", msg: String(body.msg) };
};
const act = async (who: string, id: string, action: string, body: object = {}) => {
  const { status, body: answer } = await o.as(who).act(api, id, action, { ...body });
  return status === 200 ? "ok" : String(answer.msg);
};
/** Proposed, and approved by both. */
const approved = async (id: string) => {
  for (const step of [
    ["admin", "propose"],
    ["finance", "approve"],
    ["exec", "approve"],
  ] as const) {
    const said = await act(step[0], id, step[1]);
    if (said !== "ok") return said;
  }
  return "ok";
};
const stockFix = async (sku: string, more: object) => {
  const line = (await formOf("stock")).stockFixes?.find((f) => f.$skuId === sku);
  return { stockFixes: [{ ...line, ...more }] };
};
const debtFix = async (sheet: Sheet, oldNo: string, newAmount: string) => {
  const line = (await formOf(sheet)).debtFixes?.find((f) => (f.oldNo ?? f.poOldNo) === oldNo);
  return { debtFixes: [{ ...line, newAmount }] };
};
const pool = async (sku: string) =>
  (
    await d.db.one<{ v: string }>(
      `select s.good_qty || '/' || s.bad_qty || ' ' || s.stock_value as v from stock s join sku k on k.id = s.sku_id
         join warehouse w on w.id = s.warehouse_id where k.sku_code = $1 and w.code = 'YF-SZ'`,
      [sku],
    )
  )?.v;
const moved = (sku: string) =>
  d.db.query(
    `select m.biz_type as type, m.bucket, m.qty, m.amount::text as amount, m.biz_date = current_date as today
     from stock_move m join sku k on k.id = m.sku_id join warehouse w on w.id = m.warehouse_id
     where k.sku_code = $1 and w.code = 'YF-SZ' and m.biz_type not in ('opening', 'otherOut') order by m.id`,
    [sku],
  );
const faults = async () => [...(await ledgerFaults(d.db)), ...(await payablesFaults(d.db))];

test("before the first day there is nothing to correct, and openings have no approval", async () => {
  expect((await add("admin", "stock", {})).msg).toContain("系统尚未上线");
  const { id } = await d.add(d.filled.stock);
  expect(await act("admin", id, "propose")).toBe("期初单不用审批，请直接入账");
  await d.db.query("update opening set del_flag = 1 where id = $1", [id]);
  await d.db.query("update sys_tenant set phase = 'live' where id = 1");
  await d.db.query("update opening set status = 'locked' where status = 'booked'");
});

test("a correction names lines, asks for what is true now, and is approved by finance and management", async () => {
  const form = await formOf("stock");
  expect(form.stockFixes).toHaveLength(14);
  expect(form.stockFixes?.[1]).toMatchObject({ $skuId: "HKC0001-WH", oldGood: 180, oldBad: 4, oldValue: "7580.80" });
  const blocked = await o.as("finance").send("GET", `${api}/prefill?correctsId=${made.get("transit")}`);
  expect(blocked.body.msg).toBe("期初在途和期初采购单请在生成的单据上处理，不能更正");
  expect((await add("buyer", "stock", {})).msg).toBe("当前操作没有权限");
  expect((await add("admin", "stock", { reason: "错" })).msg).toBe("更正原因至少5个字");
  expect((await add("admin", "stock", { stockFixes: [{ lineId: "999999", newGood: 1 }] })).msg).toBe("单据不存在");
  const none = await add("admin", "stock", {});
  expect(await act("admin", none.id, "propose")).toBe("没有更正内容");
  // A draft keeps all lines, to be changed one after the other; who decides reads those that are.
  expect(await o.as("admin").read(api, none.id)).toMatchObject({ rowCount: 0, stockFixes: { length: 14 } });
  expect(await act("admin", none.id, "book")).toBe("更正单提交审批，通过后生效");

  const { id } = await add("admin", "stock", await stockFix("HKC0001-BK", { newGood: 317, newBad: 2 }));
  expect(await o.as("admin").read(api, id)).toMatchObject({
    kind: "correction",
    rowCount: 1,
    totalQty: -1,
    sums: "CNY -41.20",
    stockFixes: [{ oldGood: 320, newGood: 317, newBad: 2, newValue: "13142.80" }],
  });
  expect(await act("finance", id, "approve")).not.toBe("ok");
  const wide = form.stockFixes?.map((f) => ({ ...f, newGood: f.$skuId === "HKS0001-L" ? 641 : null }));
  const all = await add("admin", "stock", { stockFixes: wide });
  expect(await act("admin", all.id, "propose")).toBe("ok");
  expect(await o.as("admin").read(api, all.id)).toMatchObject({ rowCount: 1, stockFixes: { length: 1 } });
  expect(await act("finance", all.id, "reject", { comment: "不更正" })).toBe("ok");
  expect(await act("admin", id, "propose")).toBe("ok");
  expect(await act("exec", id, "approve")).not.toBe("ok");
  expect(await act("finance", id, "approve")).toBe("ok");
  expect(await pool("HKC0001-BK")).toBe("320/0 13184.00");
  expect(await act("exec", id, "approve")).toBe("ok");
  expect(await pool("HKC0001-BK")).toBe("317/2 13142.80");
  expect(await moved("HKC0001-BK")).toEqual([
    { type: "openingAdjust", bucket: "good", qty: -3, amount: "-123.60", today: true },
    { type: "openingAdjust", bucket: "bad", qty: 2, amount: "82.40", today: true },
  ]);
  expect((await formOf("stock")).stockFixes?.[0]).toMatchObject({ oldGood: 317, oldBad: 2, oldValue: "13142.80" });
  expect(await d.db.one("select status from opening where id = $1", [id])).toEqual({ status: "approved" });
  const history = await o.as("admin").send("GET", `/admin/operlog/opening/${made.get("stock")}`);
  expect(JSON.stringify(history.body.data)).toContain("由更正单QJ");
  expect(await faults()).toEqual([]);
});

test("what was wrong of goods that have been sold goes to the cost of sales; a pool never owes pieces", async () => {
  const place = await d.db.one<{ warehouseId: string; skuId: string }>(
    `select s.warehouse_id as "warehouseId", s.sku_id as "skuId" from stock s join sku k on k.id = s.sku_id
       join warehouse w on w.id = s.warehouse_id where k.sku_code = 'E-BOX-01' and w.code = 'YF-SZ'`,
  );
  if (!place) throw new Error("no pool");
  await d.tx((c) =>
    postMoves(c, { document: "other_out", id: "1", no: "QC1" }, "x", [
      { kind: "out", bucket: "good", qty: 2400, type: "otherOut", ...place },
    ]),
  );
  expect(await pool("E-BOX-01")).toBe("600/0 690.00");
  // 3,000 pieces cost 300 more: the 600 that are here take 60.
  const dearer = await add("admin", "stock", await stockFix("E-BOX-01", { newValue: "3750.00" }));
  expect(await approved(dearer.id)).toBe("ok");
  expect(await pool("E-BOX-01")).toBe("600/0 750.00");
  expect(await moved("E-BOX-01")).toEqual([
    { type: "openingAdjust", bucket: "good", qty: 0, amount: "300.00", today: true },
    { type: "costOfSales", bucket: "good", qty: 0, amount: "-240.00", today: true },
  ]);
  const fewer = await add("admin", "stock", await stockFix("E-BOX-01", { newGood: 2399 }));
  expect(await act("admin", fewer.id, "propose")).toBe("SKU E-BOX-01 在远帆深圳仓的良品可用不足，需601，可用600");
  // Another correction of the line makes this one old.
  const first = await add("admin", "stock", await stockFix("E-BOX-01", { newGood: 2990 }));
  const second = await add("admin", "stock", await stockFix("E-BOX-01", { newGood: 2980 }));
  expect(await approved(first.id)).toBe("ok");
  expect(await act("admin", second.id, "propose")).toBe("SKU E-BOX-01 已被其他更正单更正，请撤回或删除后重新填写");
  expect(await pool("E-BOX-01")).toBe("590/0 737.50");
  expect(await faults()).toEqual([]);
});

test("payables fall due with their item, prepayments change what was paid of their order", async () => {
  const more = await add("admin", "payable", await debtFix("payable", "OLD-AP-1102", "8000.00"));
  expect(await approved(more.id)).toBe("ok");
  expect(
    await d.db.query(
      `select e.biz_type as type, e.amount::text as amount, e.due_date = f.due_date as "sameDay",
         e.biz_date = current_date as today
       from ap_entry e join ap_entry f on f.biz_line_id = e.biz_line_id and f.biz_type = 'opening'
       where e.biz_type = 'openingAdjust'`,
    ),
  ).toEqual([{ type: "openingAdjust", amount: "90.00", sameDay: true, today: true }]);
  expect(
    await d.db.one("select amount::text as amount, state from opening_payable where old_no = 'OLD-AP-1102'"),
  ).toEqual({ amount: "8000.00", state: "open" });
  await d.db.query("update opening_debt_line set requested_amount = 500 where old_no = 'OLD-AP-1102'");
  const less = await add("admin", "payable", await debtFix("payable", "OLD-AP-1102", "499.99"));
  expect(await act("admin", less.id, "propose")).toBe("OLD-AP-1102已请款500.00，更正后金额不能少于已请款");
  await d.db.query("update opening_debt_line set requested_amount = 0 where old_no = 'OLD-AP-1102'");

  const paid = await add("admin", "prepaid", await debtFix("prepaid", "OLD-PO-2511-018", "7000.00"));
  expect(await approved(paid.id)).toBe("ok");
  expect(
    await d.db.one(
      `select paid_amount::text as paid, requested_amount::text as asked from purchase_order
       where opening_no = 'OLD-PO-2511-018'`,
    ),
  ).toEqual({ paid: "7000.00", asked: "7000.00" });
  const over = await add("admin", "prepaid", await debtFix("prepaid", "OLD-PO-2511-018", "999999.00"));
  expect(await act("admin", over.id, "propose")).toMatch(/^采购单CG\d+可请款\d+\.\d\d，预付更正超过了它$/);

  const usd = await add("admin", "payableUsd", await debtFix("payableUsd", "OLD-AP-1106", "0"));
  expect(await approved(usd.id)).toBe("ok");
  expect(
    await d.db.one(
      "select sum(amount)::text as amount, sum(base_amount)::text as base from ap_entry where currency = 'USD' and po_id is null",
    ),
  ).toEqual({ amount: "0.00", base: "0.00" });
  expect(await faults()).toEqual([]);
});

test("a closed month takes no correction, and a rejected one changes nothing", async () => {
  const before = await pool("HKS0001-S");
  const { id } = await add("admin", "stock", await stockFix("HKS0001-S", { newGood: 1200 }));
  expect(await act("admin", id, "propose")).toBe("ok");
  await d.tx((c) => closeUntil(c, today()));
  expect(await act("finance", id, "approve")).toBe("ok");
  expect(await act("exec", id, "approve")).toMatch(/已关账/);
  await d.tx((c) => closeUntil(c, null));
  expect(await act("exec", id, "reject", { comment: "再盘一次" })).toBe("ok");
  expect(await pool("HKS0001-S")).toBe(before);
  expect(await d.db.one("select status from opening where id = $1", [id])).toEqual({ status: "rejected" });
  const list = await o.as("finance").send("GET", `${api}/page?kind=correction&status=rejected`);
  expect(list.body.data.records).toHaveLength(2);
});
