import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { given } from "../../../tests/given";
import { FINANCE, LEADER, type Office, openOffice } from "./office.testing";

let office: Office;
const made: { id: string; flow: string }[] = [];
beforeAll(async () => {
  office = await openOffice();
  await office.define([LEADER, FINANCE]);
  for (const amount of ["10.00", "20.00", "10000.00"]) made.push(await office.submitted("buyer", amount));
  made.push(await office.submitted("ops", "40.00"));
});
afterAll(() => office?.close());

const list = async (who: string, box: string, params = {}) => (await office.get(who, `/act/${box}`, params)).body.data;
const flows = (page: { records: { instanceId: string }[] }) => page.records.map((r) => r.instanceId);

describe("lists", () => {
  test("to do: newest first, with what decides about it", async () => {
    const page = await list("purchase_manager", "task/todo");
    expect(flows(page)).toEqual([made[2], made[1], made[0]].map((m) => m?.flow));
    expect(page.records[2]).toMatchObject({
      title: expect.stringMatching(/^何采薇提交的试用单SYD/),
      bizType: "trial",
      bizTypeName: "试用单",
      amountCny: "10.00",
      starterName: "何采薇",
      nodeName: "部门负责人",
      status: "todo",
      waitingHours: 0,
    });
  });

  test("mine, done and all", async () => {
    expect(flows(await list("ops", "task/mine"))).toEqual([made[3]?.flow]);
    const task = await office.task("ops_manager", given(made[3]?.flow));
    await office.post("ops_manager", `/act/task/${task}/approve`, { comment: "好" });
    expect(flows(await list("ops_manager", "task/todo"))).toEqual([]);
    expect((await list("ops_manager", "task/done")).records[0]).toMatchObject({
      instanceId: made[3]?.flow,
      status: "approved",
      instanceStatus: "approved",
      comment: "好",
    });
    expect((await list("exec", "instance/page")).total).toBe(4);
    expect((await office.get("buyer", "/act/instance/page")).status).toBe(403);
  });

  test("filters", async () => {
    const { no } = await office.trial(given(made[1]?.id));
    const by = async (params: object) => flows(await list("exec", "instance/page", params));
    expect(await by({ keyword: no })).toEqual([made[1]?.flow]);
    expect(await by({ keyword: "%" })).toEqual([]);
    expect(await by({ starterName: "许青" })).toEqual([made[3]?.flow]);
    expect(await by({ starterName: "ops" })).toEqual([made[3]?.flow]);
    expect(await by({ bizType: "transfer" })).toEqual([]);
    const strange = await office.get("exec", "/act/instance/page", { bizType: "nothing" });
    expect([strange.status, strange.body.msg]).toEqual([400, "单据类型没有“nothing”这个选项"]);
    expect(await by({ status: "approved" })).toEqual([made[3]?.flow]);
    expect(await by({ late: "late" })).toEqual([]);
    expect(await by({ arriveTimeTo: "2000-01-01" })).toEqual([]);
    expect((await by({ arriveTimeFrom: "2000-01-01" })).length).toBe(4);
    const hours = await list("purchase_manager", "task/todo", { ascs: "bizNo", size: "1" });
    expect([hours.total, flows(hours)[0]]).toEqual([3, made[0]?.flow]);
  });

  test("the amount is only told to who may read the document's numbers, or decides about it", async () => {
    await office.define([{ ...LEADER, approver: `user:${office.userId("warehouse")}` }]);
    const { trial } = await import("./trial.testing");
    const amount = trial.fields.amount as { mask?: string };
    amount.mask = "test_trial_secret";
    const { flow } = await office.submitted("buyer", "77.00");
    const amountFor = async (who: string) => (await office.get(who, `/act/instance/${flow}`)).body.data.amountCny;
    expect((await list("warehouse", "task/todo")).records[0].amountCny).toBe("77.00");
    expect(await amountFor("warehouse")).toBe("77.00");
    await office.post("warehouse", `/act/task/${await office.task("warehouse", flow)}/approve`, {});
    expect((await list("warehouse", "task/done")).records[0].amountCny).toBe("77.00");
    expect(await amountFor("warehouse")).toBeNull();
    expect((await list("buyer", "task/mine")).records[0].amountCny).toBe("77.00");
    amount.mask = undefined;
    await office.define([LEADER, FINANCE]);
  });
});

describe("several at once", () => {
  const batch = (who: string, ids: string[], comment = "批量同意") =>
    office.post(who, "/act/task/batch/approve", { ids, comment });

  test("each has its own result", async () => {
    const mine = await office.task("purchase_manager", given(made[0]?.flow));
    const other = await office.task("purchase_manager", given(made[1]?.flow));
    await office.post("purchase_manager", `/act/task/${other}/approve`);
    const answer = await batch("purchase_manager", [mine, other, "999999"]);
    expect(answer.body.data).toMatchObject([
      { id: mine, ok: true, msg: null },
      { id: other, ok: false, msg: "该任务已被魏长风处理" },
      { id: "999999", no: null, ok: false, msg: "单据不存在" },
    ]);
    expect(answer.body.data[0].no).toBe((await office.trial(given(made[0]?.id))).no);
  });

  test("50 at most, one kind of document, at least one", async () => {
    const many = await batch(
      "purchase_manager",
      Array.from({ length: 51 }, (_, i) => String(i + 1)),
    );
    expect([many.status, many.body.msg]).toEqual([400, "一次最多审批50条"]);
    const none = await batch("purchase_manager", []);
    expect([none.status, none.body.msg]).toEqual([400, "请先选择数据"]);
    const task = await office.task("purchase_manager", given(made[2]?.flow));
    await office.db.query(
      `insert into act_definition (def_key, version, name, nodes) values ('other', 1, '别的', '[{}]')`,
    );
    const foreign = await office.db.one<{ id: string }>(
      `with i as (insert into act_instance (def_key, def_version, biz_type, biz_id, biz_no, label, title, starter_id)
         values ('other', 1, 'other', 1, 'B1', '别的', '别的', 1) returning id)
       insert into act_task (instance_id, node_key, node_name, seq, sign_type, candidates, status, arrive_time)
       select id, 'a', 'a', 0, 'or', array[$1::bigint], 'todo', now() from i returning id`,
      [office.userId("purchase_manager")],
    );
    const mixed = await batch("purchase_manager", [task, given(foreign?.id)]);
    expect([mixed.status, mixed.body.msg]).toEqual([400, "批量通过只能选择同一种单据"]);
  });
});
