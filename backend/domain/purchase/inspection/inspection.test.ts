import { afterAll, beforeAll, expect, it } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { download, PNG, upload } from "#backend/platform/files/files.testing";
import { evidence } from "../../../../tests/evidence";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { type Gate, gate, INSPECTION, SIGN } from "./inspection.testing";

let backend: TestBackend;
let g: Gate;

beforeAll(async () => {
  backend = await testBackend();
  g = await gate(backend);
});
afterAll(() => backend?.close());

const received = async (qty: number) => {
  const po = await g.order([qty]);
  return { po, ...(await g.receive([[po.lines[0], qty]])) };
};
const said = async (answer: Promise<{ body: { msg?: string | null } }>) => (await answer).body.msg;

it("starts with a sample by AQL level II, the sealed sample and the checks of the SKU", async () => {
  const { db, supplierId } = g;
  const skuId = (await db.one<{ id: string }>("select id from sku where sku_code = 'DLV0001-01'"))?.id;
  await db.query("update sku set qc_standard = $2 where id = $1", [skuId, "外观：无划痕\n\n不漏水"]);
  const seal = await db.one<{ id: string }>(
    `insert into seal_sample (no, sku_id, supplier_id, status) values ('FY-T1', $1, $2, 'effective')
     returning id`,
    [skuId, supplierId],
  );
  const { id } = await received(120);
  const row = await g.read(id);
  expect(row).toMatchObject({
    status: "pending",
    signQty: 120,
    passQty: 0,
    passRate: null,
    qcMethod: "sample",
    items: [{ signQty: 120, sampleQty: 20, passQty: null, sealSampleId: seal?.id }],
    checks: [
      { skuCode: "DLV0001-01", item: "外观", standard: "无划痕" },
      { item: "外观与功能", standard: "不漏水" },
    ],
  });
  g.good(await g.keeper.edit(INSPECTION, id, { qcMethod: "full", items: row.items }));
  const [first, second] = row.checks as { id: string }[];
  const checks = [{ id: first?.id, measured: "无", ok: "yes" }];
  g.good(await g.keeper.edit(INSPECTION, id, { checks }));
  expect(await g.read(id)).toMatchObject({
    items: [{ sampleQty: 120, skuCode: "DLV0001-01" }],
    checks: [
      { ...first, measured: "无", ok: "yes", version: 1 },
      { ...second, version: 1 },
    ],
  });
});

it("has one who claims it, and says who that is", async () => {
  const { id, signId } = await received(10);
  const other = (await received(10)).id;
  g.good(await g.act(id, "claim"));
  expect(await g.signState(signId)).toBe("inspecting");
  const name = (await g.read(id)).claimerName;
  expect(await said(g.act(id, "claim", "admin"))).toBe(`已被${name}领取`);
  const batch = await g.keeper.send("POST", `${INSPECTION}/batch/claim`, { ids: [id, other] });
  expect(g.good(batch)).toMatchObject([{ ok: false, msg: `已被${name}领取` }, { ok: true }]);
});

it("takes no figures that cannot be", async () => {
  const { id } = await received(10);
  const tried = (more: Record<string, unknown>) => said(g.fill(id, [[10, 0, more]]));
  expect(await tried({ sampleQty: 11 })).toBe("抽检数不能大于签收数");
  expect(await tried({ sampleQty: 2, sampleBadQty: 3 })).toBe("抽检不良不能大于抽检数");
  expect(await tried({ passQty: 9, rejectQty: 2 })).toBe("合格数与不合格数之和不能大于签收数");
  expect(await tried({ passQty: 4, concessionQty: 5 })).toBe("让步接收不能大于合格数");
  const exempt = g.keeper.edit(INSPECTION, id, { qcType: "exempt" });
  expect(await said(exempt)).toBe("免检由签收单决定");
  // Its rows are those of the receipt.
  g.good(await g.keeper.edit(INSPECTION, id, { items: [] }));
  expect((await g.read(id)).items).toHaveLength(1);
});

it("shows its photos to whoever may view it", async () => {
  const { id } = await received(10);
  const token = await login(backend.url, "warehouse");
  const file = (await upload(backend, token, [{ name: "裂.png", content: PNG }])).body.data;
  const { id: photo, url }: { id: string; url: string } = file;
  const read = async (who: string) => (await download(backend, await login(backend.url, who), url)).status;
  expect(await read("purchase_manager")).toBe(403);
  g.good(await g.fill(id, [[9, 1, { photos: [photo] }]]));
  expect(await read("purchase_manager")).toBe(200);
  expect(await read("ops")).toBe(403);
});

it("is finished when every piece has its result and every rejected one its reason", async () => {
  const { id, signId } = await received(10);
  const bare = { rejectReason: null, photos: [] };
  expect(await said(g.act(id, "finish"))).toBe("待质检状态不能完成质检");
  g.good(await g.act(id, "claim"));
  expect(await said(g.act(id, "finish"))).toBe("第1行合格数+不合格数须等于签收数，请在“编辑”中填写");
  expect(await said(g.inspect(id, [8, 1]))).toBe("第1行合格数+不合格数须等于签收数，请在“编辑”中填写");
  const why = "请填写不合格原因并上传照片";
  expect(await said(g.inspect(id, [8, 2, { ...bare, photos: [evidence("warehouse", "picture")] }]))).toBe(why);
  expect(await said(g.inspect(id, [8, 2, { ...bare, rejectReason: "size" }]))).toBe(why);
  const handle = g.inspect(id, [8, 2, { rejectHandle: null }]);
  expect(await said(handle)).toBe("请选择不合格品的处理方式");
  g.good(await g.fill(id, [[8, 2]]));
  g.good(await g.keeper.edit(INSPECTION, id, { reportFiles: [] }));
  expect(await said(g.act(id, "finish"))).toBe("请上传质检报告");
  expect(await g.signState(signId)).toBe("inspecting");
});

it("two who finish at once move the stock once", async () => {
  const { id, po } = await received(10);
  g.good(await g.act(id, "claim"));
  g.good(await g.fill(id, [[9, 1]]));
  const before = await g.stock(0);
  const { version } = await g.read(id);
  const finish = () => g.keeper.send("POST", `${INSPECTION}/${id}/finish`, { version });
  const answers = await Promise.all([finish(), finish(), finish()]);
  expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409]);
  const [qc = 0, good = 0, bad = 0, value] = (before ?? []) as [number, number, number, string];
  expect(await g.stock(0)).toEqual([qc - 10, good + 9, bad + 1, value]);
  expect(await g.results(po.lines[0])).toEqual({ pass: 9, reject: 1 });
});

it("of a finish and a reversal of the receipt at once, one wins", async () => {
  const { id, signId, po } = await received(10);
  g.good(await g.act(id, "claim"));
  g.good(await g.fill(id, [[10, 0]]));
  const before = (await g.stock(0)) as [number, number];
  const answers = await Promise.all([g.act(id, "finish"), g.keeper.act(SIGN, signId, "reverse", { reason: "数错" })]);
  expect(answers.map((a) => a.status).sort()).toEqual([200, 409]);
  const finished = answers[0]?.status === 200;
  expect((await g.read(id)).status).toBe(finished ? "done" : "reversed");
  expect(await g.signState(signId)).toBe(finished ? "done" : "reversed");
  expect(await g.results(po.lines[0])).toEqual({ pass: finished ? 10 : 0, reject: 0 });
  expect((await g.stock(0))?.[0]).toBe(before[0] - 10);
});

it("what is accepted by concession waits for its approval", async () => {
  const { id, po, signId } = await received(10);
  const before = await g.stock(0);
  g.good(await g.inspect(id, [10, 0, { concessionQty: 4 }]));
  expect(await g.read(id)).toMatchObject({ status: "auditing", conclusion: "concession" });
  expect(await g.stock(0)).toEqual(before);
  expect(await said(g.keeper.act(SIGN, signId, "reverse", { reason: "x" }))).toContain("已质检");
  expect(await said(g.act(id, "approve"))).toBe("不能审批自己提交的单据");
  const reject = g.as("purchase_manager").act(INSPECTION, id, "reject", { comment: "不接受" });
  g.good(await reject);
  const open = { status: "inspecting", conclusion: null, passQty: 0, inspectorId: null };
  expect(await g.read(id)).toMatchObject(open);
  expect(await g.signState(signId)).toBe("inspecting");

  g.good(await g.act(id, "finish"));
  g.good(await g.act(id, "withdraw"));
  expect(await g.read(id)).toMatchObject(open);
  g.good(await g.act(id, "finish"));
  // The second node by its task, as from the to-do box.
  g.good(await g.as("purchase_manager").act(INSPECTION, id, "approve"));
  expect((await g.read(id)).status).toBe("auditing");
  const [next] = await g.candidates("inspection", id);
  const task = await backend.db.one<{ id: string }>(
    `select t.id from act_task t join act_instance i on i.id = t.instance_id
     where i.biz_type = 'inspection' and i.biz_id = $1 and t.status = 'todo'`,
    [id],
  );
  const decide = g.as(next?.username ?? "").send("POST", `/act/task/${task?.id}/approve`, {});
  g.good(await decide);
  expect(await g.read(id)).toMatchObject({ status: "done", conclusion: "concession", passQty: 10 });
  expect(await g.results(po.lines[0])).toEqual({ pass: 10, reject: 0 });
  expect(await g.signState(signId)).toBe("done");
});

it("is not reversed while rejected pieces go back on its behalf", async () => {
  const { id } = await received(10);
  const start = (name: string) => g.buyer.send("GET", `/purchase/${name}/prefill`, undefined, { inspectionId: id });
  g.good(await g.inspect(id, [7, 3]));
  const { id: back } = await g.buyer.add("/purchase/return", {
    ...(g.good(await start("return")) as object),
    returnMode: "deduct",
    returnReason: "quality",
  });
  const { no, items } = await g.buyer.read("/purchase/return", back);
  expect(items).toMatchObject([{ badQty: 3, goodQty: 0 }]);
  // A draft does not count.
  g.good(await g.act(id, "reverse"));
  g.good(await g.act(id, "finish"));
  g.good(await g.buyer.act("/purchase/return", back, "submit"));
  expect(await said(g.act(id, "reverse"))).toBe(`已生成退换货单${no}`);
  expect(await said(start("exchange"))).toBe("没有可退换的不合格品");
});

it("an exempt receipt counts as passed, and gives that back", async () => {
  await backend.db.query("update sku set inspect_exempt = true where sku_code = 'DLV0001-02'");
  const po = await g.order([0, 20]);
  const { id, signId } = await g.receive([[po.lines[1], 20]]);
  expect(await g.read(id)).toMatchObject({ status: "exempt", passQty: 20, passRate: "100.00" });
  expect(await g.results(po.lines[1])).toEqual({ pass: 20, reject: 0 });
  expect(await g.stock(1)).toEqual([0, 20, 0, "509.00"]);
  g.good(await g.keeper.act(SIGN, signId, "reverse", { reason: "数错" }));
  expect((await g.read(id)).status).toBe("reversed");
  expect(await g.results(po.lines[1])).toEqual({ pass: 0, reject: 0 });
});

it("an order does not end before its inspection does, and shows it", async () => {
  const po = await g.order([20]);
  const { id, signId } = await g.receive([[po.lines[0], 10]]);
  const { no } = await g.keeper.read<{ no: string }>(SIGN, signId);
  const close = () => g.as("admin").act("/purchase/order", po.id, "close", { reason: "够了" });
  expect(await said(close())).toBe(`存在未质检的签收单${no}`);
  g.good(await g.inspect(id, [10, 0]));
  const chain = g.good(await g.as("admin").send("GET", `/admin/chain/purchase_order/${po.id}`));
  expect(chain).toContainEqual(expect.objectContaining({ type: "inspection", id, way: "to", steps: 3, qty: 10 }));
  g.good(await close());
});

it("the list sums pieces and averages the rates of what is inspected", async () => {
  const page = g.good(await g.keeper.send("GET", `${INSPECTION}/page`, undefined, {}));
  const sums = await backend.db.one<Record<string, string>>(
    `select sum(sign_qty)::text as "signQty", sum(pass_qty)::text as "passQty",
       sum(reject_qty)::text as "rejectQty", avg(pass_rate)::text as "passRate"
     from inspection`,
  );
  expect(page.summary).toMatchObject(sums ?? {});
  const buyer = g.good(await g.buyer.send("GET", `${INSPECTION}/page`, undefined, {}));
  expect(buyer.total, "of the buyer's own orders").toBe(page.total);
  expect(await ledgerFaults(backend.db)).toEqual([]);
});
