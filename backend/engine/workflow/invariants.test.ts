import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { given } from "../../../tests/given";
import { runs } from "../../../tests/runs";
import { FINANCE, GM, LEADER, type Office, openOffice } from "./office.testing";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const PEOPLE = [
  "buyer",
  "ops",
  "purchase_manager",
  "ops_manager",
  "finance",
  "finance_lead",
  "exec",
  "admin",
  "cashier",
];
const manager = { ...LEADER, key: "manager", approver: "role:PURCHASE_MANAGER" };

/** supply.md E.6, over every trial and flow at once. */
async function invariants() {
  const one = async (text: string) => expect(await office.db.query(text), text).toEqual([]);
  // status auditing ⇔ one running flow
  await one(`select t.id, t.status from test_trial t where (t.status = 'auditing') <>
    ((select count(*) from act_instance i where i.biz_type = 'trial' and i.biz_id = t.id
      and i.status = 'running') = 1)`);
  // approved ⇒ its last flow is approved and ended when the document was approved
  await one(`select t.id from test_trial t join lateral (select * from act_instance i
      where i.biz_type = 'trial' and i.biz_id = t.id order by i.id desc limit 1) i on true
    where t.status = 'approved' and (i.status <> 'approved' or t.approve_time <> (
      select max(end_time) from act_task a where a.instance_id = i.id))`);
  // holds stand exactly while it waits; the effect came exactly once
  await one(`select id, status, held, booked from test_trial
    where held <> (status = 'auditing')::int or booked > 1 or (status = 'approved' and booked <> 1)
      or (status in ('draft', 'rejected', 'auditing') and booked <> 0)`);
  // nobody acts on what he started, nobody acts who was not asked
  await one(`select a.id from act_task a join act_instance i on i.id = a.instance_id
    where i.starter_id = any (a.candidates) or i.starter_id = a.assignee_id
      or (a.assignee_id is not null and a.assignee_id <> all (a.candidates))`);
  // a flow that ended has nothing open; a running one has one node open
  await one(`select i.id, i.status from act_instance i where (select count(distinct seq) from act_task a
      where a.instance_id = i.id and a.status = 'todo') <> (i.status = 'running')::int
    or (i.status <> 'running' and exists (select 1 from act_task a
      where a.instance_id = i.id and a.status = 'waiting'))`);
}

/** The rows to do of everybody = the tile = the list. */
async function counts() {
  for (const who of PEOPLE) {
    const { todo } = (await office.get(who, "/act/task/count")).body.data;
    const { total } = (await office.get(who, "/act/task/todo")).body.data;
    const rows = await office.db.query("select 1 from act_task where status = 'todo' and $1 = any (candidates)", [
      office.userId(who),
    ]);
    expect([todo, total]).toEqual([rows.length, rows.length]);
  }
}

const person = fc.constantFrom(...PEOPLE);
const step = fc.record({
  who: person,
  to: person,
  which: fc.nat({ max: 2 }),
  way: fc.constantFrom("page", "flow"),
  what: fc.constantFrom(
    "submit",
    "submit",
    "approve",
    "approve",
    "approve",
    "approve",
    "reject",
    "withdraw",
    "transfer",
    "void",
    "edit",
    "urge",
  ),
  /** Most decisions are tried by one who may decide, or hardly anything would ever be approved. */
  proper: fc.constantFrom(true, true, true, false),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function deciderOf(flow: string | null): Promise<string | undefined> {
  const row = await office.db.one<{ username: string }>(
    `select username from sys_user where id = (select candidates[1] from act_task
       where instance_id = $1 and status = 'todo' limit 1)`,
    [flow],
  );
  return row?.username;
}

async function run(ids: string[], s: Step): Promise<number> {
  const id = given(ids[s.which]);
  const trial = await office.trial(id);
  const flow = trial.proc_inst_id ?? null;
  const decides = ["approve", "reject", "transfer"].includes(s.what);
  const starter = ["submit", "withdraw", "void", "edit", "urge"].includes(s.what);
  const who = s.proper ? (decides && (await deciderOf(flow))) || (starter && owners[s.which]) || s.who : s.who;
  const task = flow ? await office.task(who, flow) : "0";
  const comment = { comment: "说明", reason: "说明" };
  if (s.what === "transfer")
    return (await office.post(who, `/act/task/${task}/transfer`, { userId: office.userId(s.to), reason: "请办" }))
      .status;
  if (s.what === "urge") return (await office.post(who, `/act/instance/${flow ?? 0}/urge`)).status;
  if (s.what === "edit")
    return (await office.put(who, "/test/trial", { id, version: Number(trial.version), subject: "改" })).status;
  if (s.way === "flow" && flow && decides)
    return (await office.post(who, `/act/task/${task}/${s.what}`, comment)).status;
  if (s.way === "flow" && flow && s.what === "withdraw")
    return (await office.post(who, `/act/instance/${flow}/withdraw`)).status;
  return (await office.act(who, id, s.what, comment)).status;
}

const owners = ["buyer", "ops", "admin"];

/**
 * Allowed, forbidden, not his to decide, too late: tried first, whatever chance tries. Of the three
 * trials the first is a draft, the second was submitted by ops.
 */
const PLAIN: Step[][] = (
  [
    ["submit", "buyer", 0, true],
    ["submit", "buyer", 0, true],
    ["edit", "cashier", 1, false],
    ["approve", "cashier", 1, false],
    ["approve", "cashier", 1, true],
  ] as const
).map(([what, who, which, proper]) => [{ what, who, which, proper, to: "admin", way: "flow" }]);

test("no sequence of legal and illegal actions, alone or at once, breaks an invariant", async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom([LEADER, FINANCE, GM], [LEADER, manager, { ...FINANCE, signType: "and" as const }]),
      fc.constantFrom("100.00", "10000.00", "100000.00"),
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 9 }),
      async (nodes, amount, bursts) => {
        await office.define([...nodes]);
        const made: string[] = [];
        made.push((await office.draft("buyer", amount)).id);
        for (const owner of ["ops", "admin"]) made.push((await office.submitted(owner, amount)).id);
        for (const burst of bursts) {
          for (const status of await Promise.all(burst.map((s) => run(made, s)))) {
            expect(status).toBeLessThan(500);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
          await invariants();
        }
      },
    ),
    { numRuns: runs(12), examples: [[[LEADER, FINANCE, GM], "100.00", PLAIN]], endOnFailure: true },
  );
  await counts();
  // The sequences do reach what they are about.
  for (const status of [200, 403, 404, 409]) expect(statuses.get(status)).toBeGreaterThan(0);
});
