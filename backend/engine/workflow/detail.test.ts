import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FINANCE, GM, LEADER, type Office, openOffice } from "./office.testing";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());
beforeEach(() => office.define([LEADER, FINANCE, GM]));

const detail = async (who: string, flow: string) => {
  const answer = await office.get(who, `/act/instance/${flow}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const approve = async (who: string, flow: string) =>
  office.post(who, `/act/task/${await office.task(who, flow)}/approve`, { comment: "同意" });

describe("who sees it", () => {
  test("starter, candidates, who decided, and who may see the document", async () => {
    const { flow } = await office.submitted("buyer", "10000.00");
    for (const who of ["buyer", "purchase_manager", "exec", "admin", "finance"])
      expect((await office.get(who, `/act/instance/${flow}`)).status, who).toBe(200);
  });

  test("nobody else: the flow does not exist for them", async () => {
    const { flow } = await office.submitted("buyer");
    // No _view at all; the permission but not the data scope.
    for (const who of ["warehouse", "ops"]) {
      const answer = await office.get(who, `/act/instance/${flow}`);
      expect([answer.status, answer.body.msg]).toEqual([404, "单据不存在"]);
    }
    expect((await office.get("exec", "/act/instance/999999")).status).toBe(404);
  });

  test("a candidate reads the document without its permission, masked as for him", async () => {
    await office.define([{ ...LEADER, approver: `user:${office.userId("warehouse")}` }]);
    const { flow } = await office.submitted("buyer", "12.50", { opinion: "底价10元" });
    const shown = await detail("warehouse", flow);
    expect(shown.opens).toBe(false);
    expect(shown.document.items[0]).toMatchObject({ item: "样品", price: "12.50" });
    expect(shown.document).not.toHaveProperty("opinion");
    const own = await detail("buyer", flow);
    expect([own.opens, own.document.opinion]).toEqual([true, "底价10元"]);
  });
});

test("nodes, with those that are still to come and those that take no part", async () => {
  const { flow } = await office.submitted("buyer", "10000.00");
  await approve("purchase_manager", flow);
  const { nodes, currentNode } = await detail("buyer", flow);
  expect(currentNode).toBe("财务");
  expect(nodes).toEqual([
    expect.objectContaining({ key: "leader", state: "approved", people: ["魏长风"] }),
    expect.objectContaining({
      key: "finance",
      state: "todo",
      people: ["钟明礼", "金鉴明"],
      condition: "金额 ≥ 10,000",
    }),
    expect.objectContaining({ key: "gm", takesPart: false, state: "none", people: [], condition: "金额 ≥ 100,000" }),
  ]);
});

test("what each may do", async () => {
  const { flow } = await office.submitted("buyer", "10000.00");
  expect((await detail("buyer", flow)).can).toEqual({ decide: false, withdraw: true, urge: true, urgeNow: true });
  const leader = await detail("purchase_manager", flow);
  expect(leader.can.decide).toBe(true);
  expect(leader.taskId).toBe(await office.task("purchase_manager", flow));
  expect((await detail("finance", flow)).can.decide).toBe(false);
  await approve("purchase_manager", flow);
  expect((await detail("buyer", flow)).can.withdraw).toBe(false);
  expect((await detail("finance", flow)).can.decide).toBe(true);
});

test("opening it is noted as the first sight of the task, for candidates only", async () => {
  const { flow } = await office.submitted("buyer");
  const claimed = async () =>
    (await office.db.one<{ at: string | null }>("select claim_time as at from act_task where instance_id = $1", [flow]))
      ?.at;
  await detail("buyer", flow);
  expect(await claimed()).toBeNull();
  await detail("purchase_manager", flow);
  expect(await claimed()).not.toBeNull();
});

describe("rounds", () => {
  test("what changed since the one before, line by line, as far as the reader may see", async () => {
    const items = [
      { item: "甲", qty: 1, price: "10.00" },
      { item: "乙", qty: 2, price: "5.00" },
    ];
    const { id, flow } = await office.submitted("buyer", "0", { items, opinion: "先问" });
    expect((await detail("buyer", flow)).changes).toBeNull();
    const at = `/act/task/${await office.task("purchase_manager", flow)}/reject`;
    await office.post("purchase_manager", at, { comment: "换货" });
    const old = (await office.get("buyer", `/test/trial/${id}`)).body.data;
    const saved = await office.put("buyer", "/test/trial", {
      id,
      version: old.version,
      subject: "试用二",
      opinion: "已问",
      items: [
        { id: old.items[0].id, item: "甲", qty: 3, price: "10" },
        { item: "丙", qty: 1, price: "1.00" },
      ],
    });
    expect(saved.status).toBe(200);
    await office.act("buyer", id, "submit");
    const second = (await office.trial(id)).proc_inst_id as string;
    const { changes, rounds } = await detail("purchase_manager", second);
    expect(rounds.map((r: { id: string; status: string }) => [r.id, r.status])).toEqual([
      [flow, "rejected"],
      [second, "running"],
    ]);
    expect(changes.fields).toEqual([
      { name: "subject", before: { subject: "试用" }, after: { subject: "试用二" } },
      { name: "amount", before: { amount: "20.00" }, after: { amount: "31.00" } },
    ]);
    expect(
      changes.lines.map((l: { kind: string; line: { item: string }; changes: { name: string }[] }) => [
        l.kind,
        l.line.item,
        l.changes.map((c) => c.name),
      ]),
    ).toEqual([
      ["changed", "甲", ["qty"]],
      ["added", "丙", []],
      ["removed", "乙", []],
    ]);
    const own = (await detail("buyer", second)).changes.fields;
    expect(own.map((f: { name: string }) => f.name)).toContain("opinion");
    expect((await detail("purchase_manager", flow)).changes).toBeNull();
  });
});

test("the decision of a page of a flow stands in the history of its document", async () => {
  const { id, flow } = await office.submitted("buyer");
  await approve("purchase_manager", flow);
  const log = (await office.get("buyer", `/admin/operlog/trial/${id}`)).body.data;
  const steps = { fromState: "auditing", toState: "approved" };
  expect(log[0]).toMatchObject({ action: "通过", operator: "魏长风", ...steps });
});

test("a decision that is not the last one changes no state in the history", async () => {
  const { id, flow } = await office.submitted("buyer", "10000.00");
  await approve("purchase_manager", flow);
  const log = (await office.get("buyer", `/admin/operlog/trial/${id}`)).body.data;
  expect(log[0]).toMatchObject({ action: "通过", fromState: null, toState: null });
});

test("an attachment of a decision must be the decider's own file", async () => {
  const { flow } = await office.submitted("buyer");
  const at = `/act/task/${await office.task("purchase_manager", flow)}/approve`;
  const foreign = await office.post("purchase_manager", at, { attachments: ["999"] });
  expect([foreign.status, foreign.body.msg]).toEqual([400, "附件不存在或不是本人上传"]);
  for (const typed of ["javascript:alert(1)", "https://a.example/x.pdf", "/x/none.pdf", "有"]) {
    const { status, body } = await office.post("purchase_manager", at, { attachments: [typed] });
    expect([status, body.fields]).toEqual([400, { attachments: "附件只能是已上传的文件" }]);
  }
  const name = `${crypto.randomUUID()}.pdf`;
  const file = await office.db.one<{ id: string }>(
    `insert into sys_file (file_name, original, type, size, hash, bucket_name, create_by)
     values ($1, '意见.pdf', 'pdf', 1, 'x', 'local', $2) returning id`,
    [name, office.userId("purchase_manager")],
  );
  const url = `/api/download/local/${name}`;
  expect((await office.post("purchase_manager", at, { attachments: [file] })).status).toBe(200);
  const { timeline } = await detail("buyer", flow);
  expect(timeline.at(-1).attachments).toEqual([{ ...file, name: "意见.pdf", url }]);
});
