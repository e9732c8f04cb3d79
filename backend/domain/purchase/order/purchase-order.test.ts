import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { today } from "#backend/platform/values/calendar";
import { login } from "../../../../tests/harness";
import { TURN } from "../turn-requisition/sourcing.testing";
import { ORDER, type Ordering, openOrdering } from "./purchase-order.testing";

let w: Ordering;
beforeAll(async () => {
  w = await openOrdering();
});
afterAll(() => w?.close());

describe("amounts", () => {
  it("rounds each line half up and adds fees less discount", async () => {
    const id = await w.order([[1, 50, "25.45"]]);
    expect(await w.read(id)).toMatchObject({
      goodsAmount: "1272.50",
      taxAmount: "165.43",
      orderAmount: "1437.93",
      baseAmount: "1437.93",
      totalQty: 50,
      status: "draft",
      receiveStatus: "none",
      payStatus: "none",
      contractStatus: "none",
      settleMethod: "cod",
      items: [{ taxRate: "13.00", priceInclTax: "28.7585", amount: "1437.93", openQty: 50 }],
    });
  });

  it("shares the fees over the lines, the last one takes the remainder", async () => {
    const fees = { freightAmount: "100", otherAmount: "10", discountAmount: "9.99" };
    const items: [number, number, string][] = [
      [0, 1, "10"],
      [1, 1, "10"],
      [2, 1, "10"],
    ];
    const byAmount = await w.read(await w.order(items, fees));
    expect(byAmount).toMatchObject({ orderAmount: "133.91", goodsAmount: "30.00" });
    expect(byAmount.items.map((l) => l.feeShare)).toEqual(["33.34", "33.34", "33.33"]);
    const none = await w.read(await w.order(items, { ...fees, feeShareType: "none" }));
    expect(none.items.map((l) => l.feeShare)).toEqual(["0.00", "0.00", "0.00"]);
  });

  it("a currency without decimals has amounts without decimals, in CNY at the frozen rate", async () => {
    await w.db.query(
      `insert into exchange_rate (currency, effective_date, official_rate, my_rate)
       values ('JPY', current_date, 0.05, 0.0484) on conflict do nothing`,
    );
    const terms = { currency: "JPY", tradeTerm: "FOB", taxType: "nonTax" };
    const id = await w.order([[0, 3, "11", { taxRate: "0" }]], terms);
    w.o.good(await w.submit(id));
    const { rate, ...row } = await w.read(id);
    expect(row).toMatchObject({ orderAmount: "33.00" });
    expect(Number(row.baseAmount)).toBeCloseTo(33 * Number(rate), 2);
  });
});

describe("refuses", () => {
  it("an amount that no column holds, at its line or at the sum", async () => {
    const much = (...items: [number, number, string][]) => w.buyer.send("POST", ORDER, w.orderForm(items));
    const line = await much([0, 1, "1"], [1, 2_000_000_000, "80000000000000"]);
    expect([line.status, line.body.msg, Object.keys(line.body.fields ?? {})]).toEqual([
      400,
      "不含税额的整数部分不能超过16位",
      ["items.1.amountExclTax"],
    ]);
    const whole = await much([0, 100, "80000000000000"], [1, 100, "80000000000000"]);
    expect([whole.status, Object.keys(whole.body.fields ?? {})]).toEqual([400, ["orderAmount"]]);
    const pieces = await much([0, 2_000_000_000, "1"], [1, 2_000_000_000, "1"]);
    expect([pieces.status, Object.keys(pieces.body.fields ?? {})]).toEqual([400, ["totalQty"]]);
  });

  it("what does not fit, with the sentence", async () => {
    const { suppliers, db } = w;
    const last = suppliers.at(-1);
    await db.query("update supplier set level = 'D', name = '落后供应商' where id = $1", [last]);
    expect(await w.refused([[0, 1, "1"]], { supplierId: last })).toBe("供应商 落后供应商 等级为D，不能下新采购单");
    expect(await w.refused([[0, 1, "1"]], { orderType: "normal" })).toBe("普通采购单须来自转请购或询价");
    expect(await w.refused([[0, 1, "0"]])).toBe("单价须大于0");
    expect(await w.refused([[0, 1, "1", { taxRate: "13" }]], { taxType: "nonTax" })).toBe("不含税采购单的税率须为0");
    expect(await w.refused([[0, 1, "1", { taxRate: "0" }]])).toBe("税率全部为0的采购单须为不含税");
    expect(await w.refused([[0, 1, "1"]], { discountAmount: "1.14" })).toBe("折扣不能超过货款");
    expect(
      await w.refused([
        [0, 1, "1"],
        [0, 2, "1"],
      ]),
    ).toBe("SKU SRC0001-01 重复");
    await db.query("update supplier set status = 'frozen' where id = $1", [last]);
    expect(await w.refused([[0, 1, "1"]], { supplierId: last })).toMatch(/未通过审批或已冻结$/);
    expect(await w.refused([])).toBe("请至少添加一条明细");
  });

  it("an edit, a delete, a stale save and a late withdraw", async () => {
    const id = await w.order([[0, 200, "100"]]);
    const before = await w.read(id);
    w.o.good(await w.buyer.edit(ORDER, id, { remark: "新" }));
    const stale = w.buyer.send("PUT", ORDER, { id, version: before.version, remark: "旧" });
    expect(await w.message(stale)).toBe("单据已被他人修改，请刷新后重试");
    w.o.good(await w.submit(id));
    expect(await w.message(w.buyer.edit(ORDER, id, { remark: "晚" }))).toBe("采购单已提交，不能修改");
    expect(await w.message(w.buyer.send("DELETE", `${ORDER}/${id}?version=0`))).toBe(
      "只有草稿或已驳回的采购单可以删除",
    );
    const [first] = await w.o.candidates("purchase_order", id);
    w.o.good(await w.o.as(first?.username ?? "").act(ORDER, id, "approve"));
    expect(await w.message(w.buyer.act(ORDER, id, "withdraw"))).toBe("已有审批人处理，不能撤回");
  });

  it("a late date, a SKU without a sealed sample, a price that rose without a word", async () => {
    const late = await w.order([[0, 1, "1"]], { expectDate: "2020-01-01" });
    expect(await w.message(w.submit(late))).toBe("要求交期不能早于今天");
    await w.approved([[3, 10, "20"]]);
    const dear = await w.order([[3, 10, "22.01"]]);
    expect(await w.message(w.submit(dear))).toBe("SKU SRC0001-04 单价较上次上涨超过10%，请填写原因");
    const same = await w.order([[3, 10, "22.00"]]);
    expect((await w.submit(same)).status).toBe(200);
    const told = await w.order([[3, 10, "30", { remark: "铜价上涨" }]]);
    expect((await w.submit(told)).status).toBe(200);
    await w.db.query("update sku set seal_required = true where id = $1", [w.skus[3]]);
    const bare = await w.order([[3, 10, "20"]]);
    expect(await w.message(w.submit(bare))).toBe("SKU SRC0001-04 在供应商比价供应商1下没有有效封样");
    await w.db.query(`insert into seal_sample (no, sku_id, supplier_id, status) values ('FY1', $1, $2, 'effective')`, [
      w.skus[3],
      w.suppliers[0],
    ]);
    w.o.good(await w.submit(bare));
    expect((await w.read(bare)).items[0]?.sealSampleId).toBeTruthy();
    await w.db.query("update sku set seal_required = false where id = $1", [w.skus[3]]);
  });
});

describe("lives", () => {
  it("a small order needs no contract; a larger one waits for it", async () => {
    const small = await w.approved([[0, 1, "884.95"]]);
    expect(await w.read(small)).toMatchObject({ status: "executing", baseAmount: "999.99" });
    const large = await w.approved([[0, 1, "884.96"]]);
    expect(await w.read(large)).toMatchObject({ status: "approved", baseAmount: "1000.00" });
    await w.db.query("update sys_param set value = 'false' where param_key = 'contract_required'");
    const free = await w.approved([[0, 100, "884.96"]]);
    expect((await w.read(free)).status).toBe("executing");
    await w.db.query("update sys_param set value = 'true' where param_key = 'contract_required'");
  });

  it("holds its sources from submit to withdraw, reject and void", async () => {
    const req = await w.requisition([100]);
    const turn = await w.turned([{ reqLineId: req.lines[0], qty: 100 }]);
    const held = async () => {
      const [line] = await w.db.query(
        `select t.ordered_qty as turn, r.ordered_qty as req from turn_requisition_line t
           join purchase_requisition_line r on r.id = t.req_line_id where t.id = $1`,
        [turn.lines[0]],
      );
      return line;
    };
    const make = (qty: number) => w.order([[0, qty, "10", { turnLineId: turn.lines[0] }]], { orderType: "normal" });
    const id = await make(60);
    expect((await w.read(id)).items[0]).toMatchObject({ sourceNo: turn.no, turnLineId: turn.lines[0] });
    w.o.good(await w.submit(id));
    expect(await held()).toEqual({ turn: 60, req: 60 });
    const more = await make(41);
    expect(await w.message(w.submit(more))).toBe("超过可下单数量40");
    w.o.good(await w.buyer.act(ORDER, id, "withdraw"));
    expect(await held()).toEqual({ turn: 0, req: 0 });
    await w.o.submit("buyer", "purchase_order", ORDER, id);
    expect((await w.o.as("buyer").read(TURN, turn.id)).status).toBe("processing");
    const manager = w.o.as("purchase_manager");
    expect(await w.message(manager.act(ORDER, id, "void"))).toBe("请填写作废原因");
    w.o.good(await manager.act(ORDER, id, "void", { reason: "供应商停产" }));
    expect(await held()).toEqual({ turn: 0, req: 0 });
    expect(await w.read(id)).toMatchObject({ status: "void" });
    expect((await w.o.as("buyer").read(TURN, turn.id)).status).toBe("approved");
  });

  it("closes what is still to come, and gives the demand back when asked to", async () => {
    const req = await w.requisition([100]);
    const turn = await w.turned([{ reqLineId: req.lines[0], qty: 100 }]);
    const id = await w.approved([[0, 100, "8", { turnLineId: turn.lines[0] }]], { orderType: "normal" });
    expect((await w.read(id)).status).toBe("executing");
    const onOrder = async () =>
      (await w.db.one<{ n: number }>("select on_order_qty as n from sku where id = $1", [w.skus[0]]))?.n;
    const before = (await onOrder()) ?? 0;
    const manager = w.o.as("purchase_manager");
    w.o.good(await manager.act(ORDER, id, "close", { reason: "不要了", releaseDemand: true }));
    expect(await w.read(id)).toMatchObject({
      status: "closed",
      receiveStatus: "none",
      payStatus: "none",
      items: [{ closedQty: 100, openQty: 0 }],
    });
    expect(await onOrder()).toBe(before - 100);
    expect(await w.o.as("ops").read("/purchase/requisition", req.id)).toMatchObject({
      status: "approved",
      turnedQty: 0,
    });
  });

  it("closed without giving its demand back, it ends the requisition that nothing else comes for", async () => {
    const req = await w.requisition([100]);
    const turn = await w.turned([{ reqLineId: req.lines[0], qty: 100 }]);
    const id = await w.approved([[0, 100, "8", { turnLineId: turn.lines[0] }]], { orderType: "normal" });
    const end = { reason: "不要了", releaseDemand: false };
    w.o.good(await w.o.as("purchase_manager").act(ORDER, id, "close", end));
    expect(await w.o.as("ops").read("/purchase/requisition", req.id)).toMatchObject({
      status: "completed",
      progress: "received",
      turnedQty: 100,
      receivedQty: 0,
      items: [{ lostQty: 100, remainQty: 0 }],
    });
  });

  it("is not void once something came, was paid, or a contract or delivery hangs on it", async () => {
    const manager = w.o.as("purchase_manager");
    const voided = (id: string) => w.message(manager.act(ORDER, id, "void", { reason: "试" }));
    const id = await w.approved([[0, 100, "100", { remark: "新价" }]]);
    const { no } = await w.read(id);
    await w.db.query("update purchase_order set requested_amount = 1 where id = $1", [id]);
    expect(await voided(id)).toBe(`采购单${no}存在请款或付款，不能作废`);
    await w.db.query("update purchase_order set requested_amount = 0 where id = $1", [id]);
    const contract = await w.buyer.read("/purchase/contract", await w.contract([id]));
    expect(await voided(id)).toBe(`采购单已生成合同${contract.no}，请先作废合同`);
    w.o.good(await w.buyer.act("/purchase/contract", String(contract.id), "submit"));
    expect(await voided(id)).toBe(`采购单已生成合同${contract.no}，请先作废合同`);
    expect(await w.read(id)).toMatchObject({ status: "approved", contractStatus: "auditing" });
    await w.db.query("update purchase_order_line set signed_qty = 1 where purchase_order_id = $1", [id]);
    expect(await voided(id)).toBe(`采购单${no}已有到货，不能作废，请使用关闭`);
  });

  it("may be due today, and is refused the day after", async () => {
    const due = (expectDate: string) => w.order([[0, 1, "1"]], { expectDate });
    w.o.good(await w.submit(await due(today())));
    expect(await w.message(w.submit(await due(today(-1))))).toBe("要求交期不能早于今天");
  });

  it("a line of a name that changed keeps what was submitted", async () => {
    const id = await w.approved([[2, 1, "1"]]);
    await w.db.query("update sku set name = '改名' where id = $1", [w.skus[2]]);
    expect((await w.read(id)).items[0]).toMatchObject({ skuName: "测试品3" });
  });
});

describe("export", () => {
  const sheet = async (who: string, query: string) => {
    const answer = await fetch(`${w.backend.url}${ORDER}/export?${query}`, {
      headers: { Authorization: `Bearer ${await login(w.backend.url, who)}` },
    });
    expect(answer.status).toBe(200);
    return (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets[0]?.rows ?? [];
  };

  it("has one row for each line, and no prices for who may not see them", async () => {
    const id = await w.order([
      [0, 7, "3.50"],
      [1, 8, "4.50"],
    ]);
    const [, head, ...rows] = await sheet("buyer", `ids=${id}&lines=1`);
    const at = (label: string) => head?.indexOf(label) ?? -1;
    expect(rows.map((r) => [r[at("SKU")], r[at("采购数量")], r[at("单价(不含税)")]])).toEqual([
      ["SRC0001-01", 7, 3.5],
      ["SRC0001-02", 8, 4.5],
    ]);
    expect((await sheet("buyer", `ids=${id}`)).length).toBe(3);
    const [, plain] = await sheet("warehouse", `ids=${id}&lines=1`);
    expect(plain).toContain("采购数量");
    expect(plain).not.toContain("单价(不含税)");
  });
});
