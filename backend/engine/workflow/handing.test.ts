import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FINANCE, LEADER, type Office, openOffice } from "./office.testing";
import { remindDue, replaceLost } from "./urge";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());
beforeEach(() => office.define([LEADER, { ...FINANCE, condition: undefined }]));

const refused = (answer: { status: number; body: { msg: string } }) => [answer.status, answer.body.msg];
const approve = async (who: string, flow: string) =>
  office.post(who, `/act/task/${await office.task(who, flow)}/approve`, {});

/** Texts of the reminders that somebody got, newest first. */
const told = async (who: string): Promise<string[]> => {
  const page = await office.get(who, "/admin/sysnotification/notificationCenterPage", { size: "100", pushType: "4" });
  return page.body.data.records.map((r: { pushDescribe: string }) => r.pushDescribe);
};

describe("转办", () => {
  const hand = async (who: string, flow: string, to: string, reason = "出差") =>
    office.post(who, `/act/task/${await office.task(who, flow)}/transfer`, { userId: office.userId(to), reason });

  test("the task goes to the other person, who decides it", async () => {
    const { id, flow } = await office.submitted("buyer");
    const old = await office.task("purchase_manager", flow);
    expect((await hand("purchase_manager", flow, "cashier")).status).toBe(200);
    expect(await office.task("purchase_manager", flow)).toBe("0");
    expect(refused(await office.post("purchase_manager", `/act/task/${old}/approve`))).toEqual([
      409,
      "该任务已被魏长风处理",
    ]);
    expect((await approve("cashier", flow)).status).toBe(200);
    expect((await office.flow(flow)).current_node).toBe("财务");
    await approve("finance", flow);
    expect((await office.trial(id)).status).toBe("approved");
    const detail = (await office.get("buyer", `/act/instance/${flow}`)).body.data;
    expect(detail.timeline.map((s: { action: string }) => s.action)).toEqual([
      "started",
      "transferred",
      "approved",
      "approved",
    ]);
    expect(detail.timeline[1]).toMatchObject({ person: "魏长风", comment: "转办给钱有余：出差" });
  });

  test("the other candidates of the node keep their right", async () => {
    const { flow } = await office.submitted("buyer");
    await approve("purchase_manager", flow);
    await hand("finance", flow, "cashier");
    expect(await office.task("finance_lead", flow)).toBe(await office.task("cashier", flow));
    expect(await office.task("finance", flow)).toBe("0");
  });

  test("a transfer does not stand in the way of taking the document back", async () => {
    const { flow } = await office.submitted("buyer");
    await hand("purchase_manager", flow, "cashier");
    expect((await office.post("buyer", `/act/instance/${flow}/withdraw`)).status).toBe(200);
  });

  test("guards", async () => {
    const { flow } = await office.submitted("buyer");
    const to = (who: string, reason?: string) => hand("purchase_manager", flow, who, reason);
    expect(refused(await to("cashier", " "))).toEqual([400, "请填写转办原因"]);
    expect(refused(await to("buyer"))).toEqual([400, "不能转办给发起人"]);
    expect(refused(await to("nobody"))).toEqual([400, "转办人员不存在或已停用"]);
    expect(refused(await to("purchase_manager"))).toEqual([409, "魏长风已是当前审批人"]);
    const task = await office.task("purchase_manager", flow);
    const foreign = { userId: office.userId("cashier"), reason: "x" };
    expect(refused(await office.post("finance", `/act/task/${task}/transfer`, foreign))).toEqual([
      403,
      "您不是当前审批人",
    ]);
  });
});

describe("加签", () => {
  const ask = async (who: string, flow: string, to: string, reason = "请一起看") =>
    office.post(who, `/act/task/${await office.task(who, flow)}/add`, { userId: office.userId(to), reason });

  test("both must approve before the node is done, in whichever order", async () => {
    for (const order of [
      ["purchase_manager", "cashier"],
      ["cashier", "purchase_manager"],
    ]) {
      const { flow } = await office.submitted("buyer");
      expect((await ask("purchase_manager", flow, "cashier")).status).toBe(200);
      const [first = "", second = ""] = order;
      await approve(first, flow);
      expect((await office.flow(flow)).current_node).not.toBe("财务");
      await approve(second, flow);
      expect((await office.flow(flow)).current_node).toBe("财务");
      const { timeline, nodes } = (await office.get("buyer", `/act/instance/${flow}`)).body.data;
      expect(timeline[1]).toMatchObject({ action: "added", person: "魏长风", comment: "加签给钱有余：请一起看" });
      expect(nodes[0].state).toBe("approved");
    }
  });

  test("who was asked as well may send it back", async () => {
    const { id, flow } = await office.submitted("buyer");
    await ask("purchase_manager", flow, "cashier");
    const at = `/act/task/${await office.task("cashier", flow)}/reject`;
    expect((await office.post("cashier", at, { comment: "缺合同" })).status).toBe(200);
    expect((await office.trial(id)).status).toBe("rejected");
    expect(await office.task("purchase_manager", flow)).toBe("0");
    const next = await office.submitted("buyer");
    await ask("purchase_manager", next.flow, "cashier");
    const { reasons } = (await office.get("cashier", `/act/instance/${next.flow}`)).body.data;
    expect(reasons).toEqual(["缺合同"]);
  });

  test("guards", async () => {
    const { flow } = await office.submitted("buyer");
    const to = (who: string, reason?: string) => ask("purchase_manager", flow, who, reason);
    expect(refused(await to("cashier", " "))).toEqual([400, "请填写加签原因"]);
    expect(refused(await to("buyer"))).toEqual([400, "不能加签给发起人"]);
    expect(refused(await to("purchase_manager"))).toEqual([409, "魏长风已是当前审批人"]);
    expect((await to("cashier")).status).toBe(200);
    expect(refused(await to("cashier"))).toEqual([409, "钱有余已是当前审批人"]);
  });
});

describe("催办", () => {
  test("the starter may ask every 4 hours", async () => {
    const { flow } = await office.submitted("buyer");
    const at = `/act/instance/${flow}/urge`;
    expect(refused(await office.post("ops", at))).toEqual([403, "只有发起人可以催办"]);
    expect((await office.post("buyer", at)).status).toBe(200);
    expect((await told("purchase_manager"))[0]).toContain("，发起人催您办理，请尽快审批");
    expect(refused(await office.post("buyer", at))).toEqual([409, "请勿频繁催办"]);
    const earlier = (hours: string) =>
      office.db.query("update act_instance set urge_time = now() - $2::interval where id = $1", [flow, hours]);
    await earlier("3 hours 59 minutes");
    expect(refused(await office.post("buyer", at))).toEqual([409, "请勿频繁催办"]);
    await earlier("4 hours");
    expect((await office.post("buyer", at)).status).toBe(200);
    await office.post("buyer", `/act/instance/${flow}/withdraw`);
    await earlier("5 hours");
    expect(refused(await office.post("buyer", at))).toEqual([409, "流程已结束，不能催办"]);
  });

  test("a task that waits 48 hours is urged once by itself", async () => {
    const { flow } = await office.submitted("buyer");
    const late = async () => {
      await remindDue(office.db, office.flows);
      return (await told("purchase_manager")).filter((t) => t.includes("超过48小时")).length;
    };
    expect(await late()).toBe(0);
    await office.db.query(
      `update act_task set arrive_time = arrive_time - interval '48 hours',
         due_time = due_time - interval '48 hours' where instance_id = $1 and status = 'todo'`,
      [flow],
    );
    expect(await late()).toBe(1);
    expect(await late()).toBe(1);
  });

  test("a task whose approver left goes to whom the rule names now", async () => {
    const { flow } = await office.submitted("buyer");
    await office.db.query("update sys_user set lock_flag = '9' where username = 'purchase_manager'");
    await replaceLost(office.db, office.flows);
    expect(await office.task("exec", flow)).not.toBe("0");
    expect((await told("exec"))[0]).toContain("待您审批");
    await office.db.query("update sys_user set lock_flag = '0' where username = 'purchase_manager'");
  });
});

describe("notices", () => {
  test("to whose turn it is, to the starter on every step", async () => {
    const { id, flow } = await office.submitted("buyer");
    const { no } = await office.trial(id);
    expect((await told("purchase_manager"))[0]).toBe(`何采薇提交的试用单${no}待您审批`);
    await approve("purchase_manager", flow);
    expect((await told("buyer"))[0]).toBe(`您提交的试用单${no}的“部门负责人”已由魏长风通过`);
    for (const who of ["finance", "finance_lead"]) expect((await told(who))[0]).toBe(`何采薇提交的试用单${no}待您审批`);
    await approve("finance", flow);
    expect((await told("buyer"))[0]).toBe(`您提交的试用单${no}审批已全部通过`);
    const second = await office.submitted("buyer");
    const at = `/act/task/${await office.task("purchase_manager", second.flow)}/reject`;
    await office.post("purchase_manager", at, { comment: "数量不对" });
    expect((await told("buyer"))[0]).toMatch(/^您提交的试用单SYD\d+被魏长风驳回：数量不对$/);
  });

  test("a copy goes to whom the definition names, if its condition holds", async () => {
    const cc = [{ approver: "role:CASHIER", condition: { flag: "level", in: ["S"] } }];
    await office.define([LEADER], cc);
    const plain = await office.submitted("buyer");
    expect((await office.get("cashier", `/act/instance/${plain.flow}`)).status).toBe(404);
    const { id, flow } = await office.submitted("buyer", "1.00", { level: "S" });
    expect((await told("cashier"))[0]).toBe(`何采薇提交的试用单${(await office.trial(id)).no}抄送给您`);
    const unread = (await office.get("cashier", "/act/task/cc")).body.data.records[0];
    expect(unread).toMatchObject({ instanceId: flow, readTime: null });
    expect((await office.get("cashier", `/act/instance/${flow}`)).status).toBe(200);
    const read = (await office.get("cashier", "/act/task/cc")).body.data.records[0];
    expect(read.readTime).not.toBeNull();
  });
});
