import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FINANCE, LEADER, type Office, openOffice } from "./office.testing";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const approve = async (who: string, flow: string) =>
  office.post(who, `/act/task/${await office.task(who, flow)}/approve`, { comment: "同意" });

const tasks = (flow: string) =>
  office.db.query<{ key: string; status: string; who: string | null; comment: string | null }>(
    `select node_key as key, status, comment,
       (select username from sys_user where id = assignee_id) as who
     from act_task where instance_id = $1 order by seq, id`,
    [flow],
  );

const manager = { ...LEADER, key: "manager", name: "采购经理", approver: "role:PURCHASE_MANAGER" };
const finance = { ...FINANCE, condition: undefined };
const all = { ...finance, key: "all", name: "财务会签", signType: "and" as const };

describe("one person on consecutive nodes", () => {
  test("decides once: the later node is skipped", async () => {
    await office.define([LEADER, manager, finance]);
    const { flow } = await office.submitted("buyer");
    await approve("purchase_manager", flow);
    expect(await tasks(flow)).toMatchObject([
      { key: "leader", status: "approved", who: "purchase_manager" },
      { key: "manager", status: "skipped", who: "purchase_manager", comment: "自动跳过" },
      { key: "finance", status: "todo", who: null },
    ]);
  });

  test("a chain of them is skipped to the end and approves the document", async () => {
    await office.define([LEADER, manager, { ...manager, key: "again" }]);
    const { id, flow } = await office.submitted("buyer");
    await approve("purchase_manager", flow);
    expect(await office.trial(id)).toMatchObject({ status: "approved", booked: 1 });
    expect((await tasks(flow)).map((t) => t.status)).toEqual(["approved", "skipped", "skipped"]);
  });

  test("not when somebody else decided in between", async () => {
    await office.define([LEADER, finance, manager]);
    const { flow } = await office.submitted("buyer");
    await approve("purchase_manager", flow);
    await approve("finance", flow);
    expect((await tasks(flow)).at(-1)).toMatchObject({ key: "manager", status: "todo" });
  });

  test("two nodes that both fall to the general manager are decided once", async () => {
    const lost = { ...LEADER, key: "lost", approver: "role:NOBODY" };
    await office.define([lost, { ...lost, key: "lost2" }]);
    const { id, flow } = await office.submitted("buyer");
    await approve("exec", flow);
    expect((await office.trial(id)).status).toBe("approved");
  });
});

describe("会签", () => {
  test("everybody of the node has to approve", async () => {
    await office.define([all, LEADER]);
    const { flow } = await office.submitted("buyer");
    expect((await tasks(flow)).map((t) => [t.key, t.status])).toEqual([
      ["all", "todo"],
      ["all", "todo"],
      ["leader", "waiting"],
    ]);
    await approve("finance_lead", flow);
    expect((await office.flow(flow)).current_node).toBe("财务会签");
    await approve("finance", flow);
    expect((await office.flow(flow)).current_node).toBe("部门负责人");
  });

  test("one rejection ends it for all", async () => {
    await office.define([all, LEADER]);
    const { id, flow } = await office.submitted("buyer");
    const at = `/act/task/${await office.task("finance", flow)}/reject`;
    await office.post("finance", at, { comment: "不同意" });
    expect((await office.trial(id)).status).toBe("rejected");
    const states = (await tasks(flow)).map((t) => t.status).sort();
    expect(states).toEqual(["cancelled", "cancelled", "rejected"]);
  });

  test("who approved the node before is skipped, the others are asked", async () => {
    await office.define([finance, all]);
    const { flow } = await office.submitted("buyer");
    await approve("finance", flow);
    const states = Object.fromEntries((await tasks(flow)).slice(1).map((t) => [t.who ?? "nobody", t.status]));
    expect(states).toEqual({ finance: "skipped", nobody: "todo" });
  });
});

describe("definitions", () => {
  test("a running flow keeps the version that it began with", async () => {
    await office.define([LEADER, finance]);
    const old = await office.submitted("buyer");
    await office.define([manager]);
    await approve("purchase_manager", old.flow);
    expect((await tasks(old.flow)).at(-1)).toMatchObject({ key: "finance", status: "todo" });
    const next = await office.submitted("buyer");
    expect((await tasks(next.flow)).map((t) => t.key)).toEqual(["manager"]);
  });

  test("who may decide is worked out when the node arrives", async () => {
    await office.define([LEADER, finance]);
    const { flow } = await office.submitted("buyer");
    await office.db.query("update sys_user set lock_flag = '9' where username = 'finance'");
    await approve("purchase_manager", flow);
    expect(await office.task("finance", flow)).toBe("0");
    expect(await office.task("finance_lead", flow)).not.toBe("0");
    await office.db.query("update sys_user set lock_flag = '0' where username = 'finance'");
  });

  const save = (body: object, who = "admin") =>
    office.put(who, "/act/definition", { defKey: "trial", name: "试用单审批", ...body });

  test("saving makes the next version; the second of two editors is told", async () => {
    const { version } = (await office.get("admin", "/act/definition/trial")).body.data;
    const nodes = [{ key: "gm", name: "总经理", approver: "gm" }];
    const saved = await save({ version, nodes });
    expect(saved.body.data).toEqual({ defKey: "trial", version: version + 1 });
    const again = await save({ version, nodes });
    expect([again.status, again.body.msg]).toEqual([409, "单据已被他人修改，请刷新后重试"]);
    const read = (await office.get("admin", "/act/definition/trial")).body.data;
    expect(read.nodes).toEqual([{ ...nodes[0], signType: "or" }]);
    expect(read.versions.map((v: { version: number }) => v.version).slice(0, 2)).toEqual([version + 1, version]);
  });

  test.each([
    [{ nodes: [] }, 400, "流程至少要有一个节点"],
    [{ nodes: [LEADER, LEADER] }, 400, "节点标识重复"],
    [{ nodes: [{ ...LEADER, approver: "somebody" }] }, 400, "审批人规则不正确"],
    [{ nodes: [{ ...LEADER, approver: "role:NOBODY" }] }, 400, "角色NOBODY不存在"],
    [{ nodes: [{ ...LEADER, approver: "user:999999" }] }, 400, "审批人不存在或已停用"],
    [{ nodes: [{ ...LEADER, name: " " }] }, 400, "请输入节点名称"],
  ])("refuses %j", async (body, status, msg) => {
    const { version } = (await office.get("admin", "/act/definition/trial")).body.data;
    const answer = await save({ version, ...body });
    expect([answer.status, answer.body.msg]).toEqual([status, msg]);
  });

  test("needs the permission to edit", async () => {
    expect((await save({ version: 1, nodes: [LEADER] }, "exec")).status).toBe(403);
    expect((await office.get("buyer", "/act/definition/list")).status).toBe(403);
    const list = (await office.get("exec", "/act/definition/list")).body.data;
    expect(list.find((d: { defKey: string }) => d.defKey === "trial")).toBeTruthy();
  });
});
