import { afterAll, beforeAll, expect, test } from "vitest";
import { FINANCE, LEADER, type Office, openOffice } from "./office.testing";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const handled = /^该任务已被(钟明礼|金鉴明)处理$/;

test("of two candidates who decide at once one wins, whatever their ways", async () => {
  await office.define([{ ...FINANCE, condition: undefined }, LEADER]);
  for (let round = 0; round < 6; round++) {
    const { id, flow } = await office.submitted("buyer", "50.00");
    const task = await office.task("finance", flow);
    const byFlow = (who: string) =>
      office.post(who, `/act/task/${task}/${round % 2 ? "reject" : "approve"}`, { comment: "好" });
    const byPage = (who: string) => office.act(who, id, "approve", { comment: "好" });
    const answers = await Promise.all([byFlow("finance"), byPage("finance_lead")]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409]);
    expect(answers.find((a) => a.status === 409)?.body.msg).toMatch(handled);
    const acted = await office.db.query("select 1 from act_task where instance_id = $1 and assignee_id is not null", [
      flow,
    ]);
    expect(acted).toHaveLength(1);
  }
});

test("a decision and a withdrawal at once: one of them", async () => {
  await office.define([LEADER]);
  for (let round = 0; round < 6; round++) {
    const { id, flow } = await office.submitted("buyer", "50.00");
    const task = await office.task("purchase_manager", flow);
    const [approved, withdrawn] = await Promise.all([
      office.post("purchase_manager", `/act/task/${task}/approve`),
      round % 2 ? office.post("buyer", `/act/instance/${flow}/withdraw`) : office.act("buyer", id, "withdraw"),
    ]);
    expect([approved.status, withdrawn.status].filter((s) => s === 200)).toHaveLength(1);
    const trial = await office.trial(id);
    expect(trial).toMatchObject(
      approved.status === 200 ? { status: "approved", held: 0, booked: 1 } : { status: "draft", held: 0, booked: 0 },
    );
  }
});

test("the last two signatures of 会签 at once end the flow once", async () => {
  await office.define([{ ...FINANCE, condition: undefined, signType: "and" }]);
  for (let round = 0; round < 4; round++) {
    const { id, flow } = await office.submitted("buyer", "50.00");
    const sign = async (who: string) => office.post(who, `/act/task/${await office.task(who, flow)}/approve`);
    const answers = await Promise.all([sign("finance"), sign("finance_lead")]);
    expect(answers.map((a) => a.status)).toEqual([200, 200]);
    expect(await office.trial(id)).toMatchObject({ status: "approved", booked: 1 });
  }
});

test("submitting twice at once starts one flow", async () => {
  await office.define([LEADER]);
  const { id, version } = await office.draft("buyer");
  const once = () => office.post("buyer", `/test/trial/${id}/submit`, { version });
  const answers = await Promise.all([once(), once(), once()]);
  expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409]);
});

test("the same key decides once", async () => {
  await office.define([LEADER, { ...LEADER, key: "gm", approver: "gm" }]);
  const { flow } = await office.submitted("buyer");
  const at = `/act/task/${await office.task("purchase_manager", flow)}/approve`;
  const first = await office.post("purchase_manager", at, {}, "key-of-a-form-1");
  const again = await office.post("purchase_manager", at, {}, "key-of-a-form-1");
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.data).toEqual(first.body.data);
  expect((await office.flow(flow)).status).toBe("running");
});
