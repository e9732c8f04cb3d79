import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uploadEvidence } from "../../../tests/evidence";
import { type TestBackend, testBackend } from "../../../tests/harness";
import { marginRate } from "./product";
import { MEASURES, office, PRODUCT, supplierForm } from "./product.testing";
import { combinationsOf, skuCodeOf } from "./spu/specs";

const P = "/product/product";
const S = "/product/spu";
const K = "/product/sku";
const E = "/product/easysku";
const T = "/product/skuspecial";
const V = "/supplier/supplier";

let backend: TestBackend;
let o: ReturnType<typeof office>;
let buyer: string;
beforeAll(async () => {
  backend = await testBackend();
  o = office(backend);
  await uploadEvidence(backend.db);
  const row = await backend.db.one<{ id: string }>("select id from sys_user where username = 'buyer'");
  buyer = row?.id ?? "";
});
afterAll(() => backend?.close());

const approvedProduct = async () => {
  const { id } = await o.as("product").add(P, PRODUCT);
  await o.submit("product", "product", P, id);
  return id;
};
const specs = [
  { attrName: "颜色", attrValues: ["黑", "白"] },
  { attrName: "容量", attrValues: ["500", "750"] },
];
const enabledSpu = async (spuCode: string) => {
  const productId = await approvedProduct();
  const { id } = await o.as("product").add(S, { spuCode, productId, name: "保温杯", unit: "pcs", specs });
  o.good(await o.as("product").act(S, id, "enable"));
  return id;
};
const skusOf = (spuId: string) =>
  backend.db.query<{ id: string; code: string; status: string }>(
    "select id, sku_code as code, status from sku where spu_id = $1 and del_flag = 0 order by id",
    [spuId],
  );
const approvedSku = async (spuCode: string) => {
  const spu = await enabledSpu(spuCode);
  o.good(await o.as("product").act(S, spu, "generateSku", { combinations: ["黑/500"] }));
  const [sku] = await skusOf(spu);
  const id = sku?.id ?? "";
  o.good(await o.as("product").edit(K, id, { ...MEASURES, netWeightG: "400" }));
  await o.submit("product", "sku", K, id);
  return { id, spu };
};

describe("figures", () => {
  it("margin, combinations and codes", () => {
    expect(marginRate("19.99", "7.15", "30")).toBe("79.01");
    expect(combinationsOf(specs)).toHaveLength(4);
    expect(skuCodeOf("CUP0001", 7)).toBe("CUP0001-07");
    expect(skuCodeOf("CUP0001", 120)).toBe("CUP0001-120");
  });
});

describe("产品", () => {
  it("is refused with ipCheck fail, pauses with a reason and ends", async () => {
    const { id } = await o.as("product").add(P, { ...PRODUCT, ipCheck: "fail" });
    expect((await o.as("product").act(P, id, "submit")).body.msg).toBe("侵权排查未通过，不能立项");
    const good = await approvedProduct();
    expect((await o.as("product").read(P, good)).status).toBe("approved");
    expect((await o.as("product").act(P, good, "suspend")).body.msg).toBe("请填写原因");
    o.good(await o.as("product").act(P, good, "suspend", { reason: "调整" }));
    const spu = await o.as("product").send("POST", S, { spuCode: "SUS0001", productId: good, name: "杯", unit: "pcs" });
    expect(spu.body.msg).toBe("产品未立项");
  });
});

describe("SPU and SKU", () => {
  it("generates each combination once", async () => {
    const spu = await enabledSpu("CUP0001");
    const make = (combinations: string[]) => o.as("product").act(S, spu, "generateSku", { combinations });
    o.good(await make(["黑/500", "白/750"]));
    expect((await skusOf(spu)).map((s) => s.code)).toEqual(["CUP0001-01", "CUP0001-02"]);
    expect((await make(["黑/500"])).body.msg).toBe("规格组合 黑/500 已存在SKU CUP0001-01");
    expect((await make(["红/500"])).body.msg).toBe("规格组合 红/500 不存在");
    const both = await Promise.all([make(["黑/750"]), make(["黑/750"])]);
    expect(both.map((a) => a.status).sort()).toEqual([200, 409]);
    expect((await skusOf(spu)).length).toBe(3);
    expect((await o.as("product").read(S, spu)).skuCount).toBe(3);
    expect((await o.as("product").edit(S, spu, { spuCode: "CUP0009" })).body.msg).toBe("已生成SKU，SPU编码不能修改");
  });

  it("asks for what is missing, then allows only open fields", async () => {
    const spu = await enabledSpu("CUP0002");
    o.good(await o.as("product").act(S, spu, "generateSku", { combinations: ["黑/500"] }));
    const [sku] = await skusOf(spu);
    const id = sku?.id ?? "";
    expect((await o.as("product").act(K, id, "submit")).body.msg).toBe("请完善毛重");
    const light = await o.as("product").edit(K, id, { ...MEASURES, netWeightG: "600" });
    expect(light.body.msg).toBe("毛重不能小于净重");
    o.good(await o.as("product").edit(K, id, { ...MEASURES, netWeightG: "400" }));
    await o.submit("product", "sku", K, id);
    const row = await o.as("product").read(K, id);
    expect(row.status).toBe("approved");
    const closed = await o.as("product").edit(K, id, { ...row, hsCode: "7323930000" });
    expect(closed.body).toMatchObject({ msg: "该字段需走特殊编辑", fields: { hsCode: expect.any(String) } });
    o.good(await o.as("product").edit(K, id, { ...row, nameEn: "Flask black" }));
    const admin = await o.as("admin").send("PUT", "/product/skuadmin", { id, version: 99, reason: "短" });
    expect([400, 409]).toContain(admin.status);
    const at = (await o.as("admin").read(K, id)).version;
    const short = await o.as("admin").send("PUT", "/product/skuadmin", { id, version: at, reason: "短" });
    expect(short.body.msg).toBe("请填写修改原因(不少于5个字)");
    const changed = { id, version: at, reason: "供应商改了克重", hsCode: "7323930000" };
    o.good(await o.as("admin").send("PUT", "/product/skuadmin", changed));
    const log = await backend.db.query<{ diff: unknown }>(
      "select diff from sys_oper_log where biz_type = 'sku' and biz_id = $1 and action = '管理员编辑'",
      [id],
    );
    expect(log.map((l) => l.diff)).toContainEqual({
      field: "hsCode",
      old: null,
      new: "7323930000",
      reason: "供应商改了克重",
    });
  });

  it("combinations have parts, plain SKUs have none", async () => {
    const { id, spu } = await approvedSku("CUP0003");
    const combo = (childSkuId: string) => ({
      skuCode: "SET-001",
      skuType: "combo",
      name: "套装",
      unit: "set",
      combo: [{ childSkuId, qty: 2 }],
    });
    const made = await o.as("product").add(K, combo(id));
    const nested = await o.as("product").send("POST", K, { ...combo(made.id), skuCode: "SET-002" });
    expect(nested.body.msg).toBe("组合成分不能是组合SKU");
    const plain = { ...combo(id), skuCode: "CUP0003-50", skuType: "normal", spuId: spu };
    expect((await o.as("product").send("POST", K, plain)).body.msg).toBe("只有组合SKU可以填写组合成分");
    const again = await o.as("product").send("POST", K, combo(id));
    expect(again.body.msg).toBe("SKU编码已存在");
  });

  it("special edit writes the SKU once, and only from what it saw", async () => {
    const { id } = await approvedSku("CUP0004");
    const edit = { skuId: id, reason: "克重变化了", grossWeightG: "550" };
    const none = await o.as("product").send("POST", T, { skuId: id, reason: "克重变化了" });
    expect(none.body.msg).toBe("请至少修改一项资料");
    const one = await o.as("product").add(T, edit);
    const two = await o.as("product").add(T, { ...edit, grossWeightG: "560" });
    o.good(await o.as("product").act(T, one.id, "submit"));
    expect((await o.as("product").act(T, two.id, "submit")).body.msg).toBe("SKU CUP0004-01 已有审批中的特殊编辑");
    await o.approveAll("sku_special_edit", T, one.id);
    expect((await o.as("product").read(K, id)).grossWeightG).toBe("550.00");
    expect((await o.as("product").act(T, two.id, "submit")).body.msg).toBe("SKU资料已变化，请重新提交");
  });

  it("who decides last reads why it would be refused", async () => {
    const { id } = await approvedSku("CUP0014");
    const edit = { skuId: id, reason: "克重变化了", grossWeightG: "550" };
    const made = await o.as("product").add(T, edit);
    o.good(await o.as("product").act(T, made.id, "submit"));
    const [next] = await o.candidates("sku_special_edit", made.id);
    const flow = await backend.db.one<{ id: string }>(
      "select id from act_instance where biz_type = 'sku_special_edit' and biz_id = $1",
      [made.id],
    );
    const against = async () => (await o.as(next?.username ?? "").read("/act/instance", flow?.id ?? "")).against;
    expect(await against()).toBeNull();
    const heavier = { grossWeightG: "540", reason: "重新称重更正" };
    o.good(await o.as("admin").edit("/product/skuadmin", id, heavier));
    expect(await against()).toBe("SKU资料已变化，请重新提交");
  });

  it("easy SKUs need no approval and stay apart", async () => {
    const form = { skuCode: "E-BOX01", name: "纸箱", easyType: "packing", unit: "pcs", purchasePrice: "2.5" };
    const { id } = await o.as("product").add(E, form);
    o.good(await o.as("product").act(E, id, "enable"));
    expect((await o.as("product").edit(E, id, { name: "大纸箱" })).body.msg).toBe("该字段需走特殊编辑");
    expect((await o.as("product").read(K, id)).skuType).toBe("easy");
    const { id: normal } = await approvedSku("CUP0005");
    expect((await o.as("product").send("GET", `${E}/${normal}`)).status).toBe(404);
    const made = await o.as("product").add(T, { skuId: id, reason: "尺寸变化了", pkgLengthCm: "30" });
    await o.submit("product", "sku_special_edit", T, made.id);
    expect((await o.as("product").read(E, id)).pkgLengthCm).toBe("30.00");
    o.good(await o.as("product").act(E, id, "stop"));
  });
});

describe("供应商", () => {
  it("is approved, and a change of terms waits with the old values in force", async () => {
    const { id } = await o.as("buyer").add(V, supplierForm(1, { buyerId: buyer }));
    await o.submit("buyer", "supplier", V, id);
    const before = await o.as("buyer").read(V, id);
    expect(before.status).toBe("approved");
    expect(before.accounts[0].accountNo).toBe("**** 2222");
    expect((await o.as("finance").read(V, id)).accounts[0].accountNo).toBe("6222000011112222");
    o.good(await o.as("buyer").edit(V, id, { ...before, contactName: "王工" }));
    expect((await o.as("buyer").read(V, id)).status).toBe("approved");
    o.good(await o.as("buyer").edit(V, id, { ...before, depositRate: "50" }));
    const waiting = await o.as("buyer").read(V, id);
    expect(waiting).toMatchObject({ status: "auditing", depositRate: "30.00", pending: { depositRate: "50" } });
    const [who] = await o.candidates("supplier", id);
    o.good(await o.as(who?.username ?? "").act(V, id, "reject", { comment: "不同意" }));
    const back = await o.as("buyer").read(V, id);
    expect(back).toMatchObject({ status: "approved", depositRate: "30.00", pending: null });
    o.good(await o.as("buyer").edit(V, id, { accounts: [{ ...back.accounts[0], bankName: "另一家银行" }] }));
    await o.approveAll("supplier", V, id);
    const done = await o.as("finance").read(V, id);
    expect(done).toMatchObject({ status: "approved", pending: null });
    expect(done.accounts).toMatchObject([{ bankName: "另一家银行", accountNo: "6222000011112222" }]);
  });

  it.each([
    [{ settleMethod: "deposit", depositRate: "0" }, "预付比例须大于0"],
    [{ settleMethod: "monthly", periodDays: 20 }, "月结账期须为30、45或60天"],
    [{ creditCode: null }, "请输入统一社会信用代码"],
    [
      { accounts: [{ accountName: "a", bankName: "b", accountNo: "123456", currency: "USD", isDefault: true }] },
      "外币账户请输入SWIFT",
    ],
    [
      { accounts: [{ accountName: "a", bankName: "b", accountNo: "123456", currency: "CNY" }] },
      "CNY账户须有且只有一个默认账户",
    ],
  ])("refuses %j", async (more, message) => {
    const form = supplierForm(7, { buyerId: buyer, ...more });
    expect((await o.as("buyer").send("POST", V, form)).body.msg).toBe(message);
  });

  it("credit codes are one supplier's; freezing asks why", async () => {
    const form = supplierForm(8, { buyerId: buyer });
    const { id, no } = await o.as("buyer").add(V, form);
    const twin = await o.as("buyer").send("POST", V, { ...form, name: "另一家" });
    expect(twin.body.msg).toBe(`统一社会信用代码已存在：${no}`);
    await o.submit("buyer", "supplier", V, id);
    const manager = o.as("purchase_manager");
    expect((await manager.act(V, id, "freeze")).body.msg).toBe("请填写原因");
    o.good(await manager.act(V, id, "freeze", { reason: "质量问题" }));
    o.good(await manager.act(V, id, "unfreeze", { reason: "已整改" }));
    o.good(await manager.act(V, id, "void", { reason: "停止合作" }));
  });
});
