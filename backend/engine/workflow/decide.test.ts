import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FINANCE, GM, LEADER, type Office, openOffice } from "./office.testing";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());
beforeEach(() => office.define([LEADER, FINANCE, GM]));

const refused = (answer: { status: number; body: { msg: string } }) => [answer.status, answer.body.msg];

const approve = async (who: string, flow: string) =>
  office.post(who, `/act/task/${await office.task(who, flow)}/approve`, { comment: "同意" });

describe("thresholds", () => {
  test.each([
    ["9999.99", ["leader"]],
    ["10000.00", ["leader", "finance"]],
    ["99999.99", ["leader", "finance"]],
    ["100000.00", ["leader", "finance", "gm"]],
  ])("%s needs %j: the limit itself counts", async (amount, keys) => {
    const { flow } = await office.submitted("buyer", amount);
    const rows = await office.db.query<{ key: string }>(
      "select node_key as key from act_task where instance_id = $1 order by seq",
      [flow],
    );
    expect(rows.map((r) => r.key)).toEqual(keys);
  });

  test("when no node takes part the document is approved at once", async () => {
    await office.define([{ ...GM, condition: { flag: "level", in: ["S"] } }]);
    const { id, flow } = await office.submitted("buyer");
    expect(await office.trial(id)).toMatchObject({ status: "approved", held: 0, booked: 1 });
    expect((await office.flow(flow)).status).toBe("approved");
    const second = await office.submitted("buyer", "1.00", { level: "S" });
    expect((await office.trial(second.id)).status).toBe("auditing");
  });
});

describe("who decides", () => {
  test("node by node to the end; the effect comes with the last approval", async () => {
    const { id, flow } = await office.submitted("buyer", "100000.00");
    expect((await office.flow(flow)).current_node).toBe("部门负责人");
    expect((await approve("purchase_manager", flow)).status).toBe(200);
    expect(await office.trial(id)).toMatchObject({ status: "auditing", held: 1, booked: 0 });
    await approve("finance_lead", flow);
    expect((await office.flow(flow)).current_node).toBe("总经理");
    await approve("exec", flow);
    const trial = await office.trial(id);
    expect(trial).toMatchObject({ status: "approved", held: 0, booked: 1 });
    expect(trial.approve_by).toBe(office.userId("exec"));
    const last = await office.db.one<{ end: string }>(
      "select max(end_time) as end from act_task where instance_id = $1",
      [flow],
    );
    expect(trial.approve_time).toBe(last?.end);
  });

  test("nobody but a candidate, with or without the approve code", async () => {
    const { id, flow } = await office.submitted("buyer");
    const task = await office.task("purchase_manager", flow);
    const no = [403, "您不是当前审批人"];
    for (const who of ["finance", "exec", "admin"])
      expect(refused(await office.post(who, `/act/task/${task}/approve`))).toEqual(no);
    expect(refused(await office.act("exec", id, "approve"))).toEqual(no);
  });

  test("the own document never, not even for the administrator", async () => {
    const { id, flow } = await office.submitted("admin", "100.00");
    const own = [403, "不能审批自己提交的单据"];
    const task = await office.task("exec", flow);
    expect(task).not.toBe("0");
    expect(refused(await office.post("admin", `/act/task/${task}/approve`))).toEqual(own);
    expect(refused(await office.act("admin", id, "approve"))).toEqual(own);
    expect(refused(await office.act("admin", id, "reject", { comment: "x" }))).toEqual(own);
  });

  test("a closed task names who closed it, on both ways", async () => {
    const { id, flow } = await office.submitted("buyer", "10000.00");
    await approve("purchase_manager", flow);
    const task = await office.task("finance", flow);
    expect(await office.task("finance_lead", flow)).toBe(task);
    await office.post("finance", `/act/task/${task}/approve`);
    const handled = [409, "该任务已被钟明礼处理"];
    expect(refused(await office.post("finance_lead", `/act/task/${task}/reject`, { comment: "晚" }))).toEqual(handled);
    expect(refused(await office.act("finance_lead", id, "approve"))).toEqual(handled);
  });

  test("a task of another tenant or of nobody does not exist", async () => {
    expect(refused(await office.post("exec", "/act/task/999999/approve"))).toEqual([404, "单据不存在"]);
  });

  test("a task whose turn has not come is nobody's", async () => {
    const { flow } = await office.submitted("buyer", "10000.00");
    const waiting = await office.db.one<{ id: string }>(
      "select id from act_task where instance_id = $1 and status = 'waiting'",
      [flow],
    );
    expect(refused(await office.post("finance", `/act/task/${waiting?.id}/approve`))).toEqual([
      403,
      "您不是当前审批人",
    ]);
  });
});

describe("reject", () => {
  test("needs a reason, gives everything back and ends the flow", async () => {
    const { id, flow } = await office.submitted("buyer", "10000.00");
    const task = await office.task("purchase_manager", flow);
    const at = `/act/task/${task}/reject`;
    expect(refused(await office.post("purchase_manager", at, { comment: " " }))).toEqual([400, "请填写驳回原因"]);
    expect((await office.post("purchase_manager", at, { comment: "价格不对" })).status).toBe(200);
    expect(await office.trial(id)).toMatchObject({ status: "rejected", held: 0, booked: 0 });
    expect((await office.flow(flow)).status).toBe("rejected");
    const tasks = await office.db.query<{ status: string }>(
      "select status from act_task where instance_id = $1 order by seq",
      [flow],
    );
    expect(tasks.map((t) => t.status)).toEqual(["rejected", "cancelled"]);
  });

  test("the comment holds 500 signs", async () => {
    const { flow } = await office.submitted("buyer");
    const at = `/act/task/${await office.task("purchase_manager", flow)}/reject`;
    const long = await office.post("purchase_manager", at, { comment: "长".repeat(501) });
    expect(refused(long)).toEqual([400, "审批意见不能超过500个字"]);
  });
});

describe("withdraw", () => {
  test("only the starter, only while nobody approved", async () => {
    const { id, flow } = await office.submitted("buyer", "10000.00");
    expect(refused(await office.post("admin", `/act/instance/${flow}/withdraw`))).toEqual([403, "只有发起人可以撤回"]);
    expect(refused(await office.act("admin", id, "withdraw"))).toEqual([403, "只有发起人可以撤回"]);
    await approve("purchase_manager", flow);
    const late = [409, "已有审批人处理，不能撤回"];
    expect(refused(await office.post("buyer", `/act/instance/${flow}/withdraw`))).toEqual(late);
    expect(refused(await office.act("buyer", id, "withdraw"))).toEqual(late);
  });

  test("from either page it becomes a draft again and may be sent anew", async () => {
    for (const way of ["page", "flow"]) {
      const { id, flow } = await office.submitted("buyer");
      const done =
        way === "page"
          ? await office.act("buyer", id, "withdraw")
          : await office.post("buyer", `/act/instance/${flow}/withdraw`);
      expect(done.status).toBe(200);
      expect(await office.trial(id)).toMatchObject({ status: "draft", held: 0 });
      expect((await office.flow(flow)).status).toBe("withdrawn");
      expect((await office.act("buyer", id, "submit")).status).toBe(200);
      expect((await office.trial(id)).proc_inst_id).not.toBe(flow);
    }
  });

  test("what is not running cannot be taken back", async () => {
    const { flow } = await office.submitted("buyer");
    await approve("purchase_manager", flow);
    expect(refused(await office.post("buyer", `/act/instance/${flow}/withdraw`))).toEqual([
      409,
      "单据状态已变更，请刷新后重试",
    ]);
  });
});

test("voiding a document that waits cancels its flow", async () => {
  const { id, flow } = await office.submitted("buyer");
  expect((await office.act("buyer", id, "void", { reason: "不要了" })).status).toBe(200);
  expect(await office.trial(id)).toMatchObject({ status: "void", held: 0 });
  expect((await office.flow(flow)).status).toBe("cancelled");
  expect(await office.task("purchase_manager", flow)).toBe("0");
});
