import { afterAll, beforeAll, expect, it } from "vitest";
import { upload } from "#backend/platform/files/files.testing";
import type { ContractSnapshot } from "#documents/purchase/contract-snapshot";
import { evidence } from "../../../../tests/evidence";
import { CONTRACT, ORDER, type Ordering, openOrdering } from "../order/purchase-order.testing";
import { pictureHash } from "./picture";

let w: Ordering;
beforeAll(async () => {
  w = await openOrdering();
});
afterAll(() => w?.close());

const read = (id: string) => w.buyer.read(CONTRACT, id);
const manager = () => w.o.as("purchase_manager");
const refused = async (poIds: string[], more: Record<string, unknown> = {}) =>
  w.message(w.buyer.send("POST", CONTRACT, await w.contractForm(poIds, more)));

it("adds up its orders to the cent, in figures and capitals, and fills its terms", async () => {
  const deposit = { settleMethod: "deposit", depositRate: "30" };
  const one = await w.approved([[0, 100, "10.00"]], deposit);
  const two = await w.approved([[1, 50, "25.45"]], deposit);
  const id = await w.contracted([one, two]);
  const row = await read(id);
  expect(row).toMatchObject({
    contractType: "tax",
    totalAmount: "2567.93",
    totalAmountCn: "贰仟伍佰陆拾柒元玖角叁分",
    depositRate: "30.00",
    depositAmount: "770.38",
    balanceAmount: "1797.55",
    status: "approved",
  });
  expect(row.paymentTerm).toContain("合同总额为CNY2567.93（大写贰仟伍佰陆拾柒元玖角叁分）");
  expect((row.sheet as ContractSnapshot).orders.map((o) => o.amount)).toEqual(["1130.00", "1437.93"]);
  expect(pictureHash(row.sheet as ContractSnapshot)).toBe(row.picHash);
  expect(row.picUrl).toBe(`/showTaxContractPic/index?id=${id}`);
  expect(await w.read(one)).toMatchObject({ status: "approved", contractStatus: "approved" });

  expect(await w.message(w.sign(id, []))).toBe("请上传已签署的合同");
  const text = await upload(w.backend, await w.token("buyer"), [{ name: "a.txt", content: "x" }]);
  expect(await w.message(w.sign(id, [text.body.data.id]))).toBe("已签合同须为PDF、JPG或PNG文件");
  w.o.good(await w.sign(id));
  expect(await read(id)).toMatchObject({ status: "signed", signDate: "2026-11-21" });
  for (const po of [one, two])
    expect(await w.read(po)).toMatchObject({ status: "executing", contractStatus: "signed" });
  const no = (await w.read(one)).no;
  expect(await w.message(manager().act(CONTRACT, id, "terminate", { reason: "试" }))).toBe(`采购单${no}仍在执行`);
  for (const po of [one, two]) w.o.good(await manager().act(ORDER, po, "close", { reason: "不再到货" }));
  w.o.good(await manager().act(CONTRACT, id, "terminate", { reason: "结束合作" }));
  expect((await read(id)).status).toBe("terminated");
});

it("refuses orders that do not go together", async () => {
  const tax = await w.approved([[0, 100, "10"]]);
  const free = await w.approved([[1, 100, "10", { taxRate: "0" }]], { taxType: "nonTax" });
  const other = await w.approved([[0, 100, "10"]], { supplierId: w.suppliers[1] });
  const draft = await w.order([[0, 100, "10"]]);
  const taken = await w.approved([[0, 100, "10"]]);
  expect(await refused([tax, free])).toBe("含税与不含税采购单不能合并签合同");
  expect(await refused([tax, other])).toBe("供应商或币种不一致");
  expect(await refused([draft])).toBe(`采购单${(await w.read(draft)).no}未审批`);
  expect(await refused([tax, tax])).toBe("采购单重复");
  expect(await refused([free])).toBe("合同模板与采购单的含税类型不一致");
  const { no } = await read(await w.contract([taken]));
  expect(await refused([taken])).toBe(`采购单已生成合同${no}`);
});

it("a void contract frees its orders", async () => {
  const po = await w.approved([[0, 100, "10"]]);
  const id = await w.contracted([po]);
  w.o.good(await manager().act(CONTRACT, id, "void", { reason: "条款有误" }));
  expect(await w.read(po)).toMatchObject({ contractStatus: "none", status: "approved" });
  expect((await read(await w.contracted([po]))).status).toBe("approved");
});

it("two contracts at once: one order is on one of them", async () => {
  const po = await w.approved([[0, 100, "10"]]);
  const form = await w.contractForm([po]);
  const answers = await Promise.all([1, 2, 3].map(() => w.buyer.send("POST", CONTRACT, form)));
  expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
});

it("a signed contract loses an order that is void, and ends with its last one", async () => {
  const pos = [await w.approved([[0, 100, "10"]]), await w.approved([[1, 200, "10"]])];
  const id = await w.contracted(pos);
  w.o.good(await w.sign(id));
  const voided = (po?: string) => manager().act(ORDER, String(po), "void", { reason: "停产" });
  w.o.good(await voided(pos[0]));
  expect(await read(id)).toMatchObject({
    status: "approved",
    supplement: 1,
    totalAmount: "2260.00",
    orders: [{ poId: pos[1] }],
  });
  const again = await read(id);
  expect(again.contractNo, "what is signed anew is not called what was signed").toBe(`${again.no}-1`);
  expect(again.sheet).toMatchObject({ no: again.contractNo });
  const found = await w.buyer.send("GET", `${CONTRACT}/page`, undefined, { keyword: String(again.contractNo) });
  expect(w.o.good(found).records).toMatchObject([{ id }]);
  const pooled = await w.db.query<{ no: string }>("select contract_no as no from payment_pool where po_id = $1", [
    pos[1],
  ]);
  expect(pooled).toEqual([{ no: again.contractNo }]);
  w.o.good(await w.sign(id, [evidence("buyer", "picture")]));
  expect(await read(id)).toMatchObject({
    status: "signed",
    signedFiles: [evidence("buyer", "picture"), evidence("buyer", "document")],
  });
  w.o.good(await voided(pos[1]));
  expect((await read(id)).status).toBe("terminated");
});

it("prefills the contract of an order with its template", async () => {
  const po = await w.approved([[0, 100, "10"]]);
  const from = w.o.good(await w.buyer.send("GET", `${CONTRACT}/prefill`, undefined, { poId: po }));
  expect(from).toMatchObject({ templateId: await w.template("tax"), orders: [{ poId: po, amount: "1130.00" }] });
});
