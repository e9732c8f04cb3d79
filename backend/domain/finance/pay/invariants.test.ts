import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { payablesFaults } from "#backend/ledgers/payables/checks";
import { Refusal } from "#backend/platform/http/refusal";
import { type Bank, openBank, type Paper } from "./pay.testing";

let bank: Bank;
beforeAll(async () => {
  bank = await openBank();
});
afterAll(() => bank?.close());

const ACTORS = 8;
const STEPS = 14;

/** The same choices each time: a generator of its own for each actor. */
const chooser = (seed: number) => {
  let state = seed * 7919 + 17;
  return (n: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * n);
  };
};

/** Ids of documents in one of these states. */
const inState = async (paper: Paper, states: string[]): Promise<string[]> => {
  const table = { payment: "payment", merged: "merged_payment", oa: "oa_payment", request: "payment_request" }[paper];
  const rows = await bank.db.query<{ id: string }>(`select id from ${table} where status = any($1) order by id`, [
    states,
  ]);
  return rows.map((r) => r.id);
};

/** One legal or refused step; whatever else goes wrong is a defect. */
async function step(requests: readonly string[], of: (n: number) => number) {
  const some = async (paper: Paper, ...states: string[]) => {
    const ids = await inState(paper, states);
    return ids[of(ids.length || 1)];
  };
  const on = async (who: string, paper: Paper, states: string[], action: string, input: object = {}) => {
    const id = await some(paper, ...states);
    if (id) await bank.act(who, paper, id, action, { ...input });
  };
  const cases: (() => Promise<unknown>)[] = [
    () => bank.pays(requests[of(requests.length)] ?? "", { settleAmount: String(5 + of(40)) + ".01" }),
    () => bank.pays(requests[of(requests.length)] ?? "", { settleAmount: String(1 + of(20)) }),
    () => on("cashier", "payment", ["pending"], "pay", bank.transfer()),
    () => on("cashier", "payment", ["pending"], "toOa", { usage: "并发付款测试" }),
    () => on("cashier", "payment", ["pending"], "void", { reason: "不付了" }),
    () => on("finance", "payment", ["paid"], "fail", bank.bounce()),
    async () => {
      const ids = await inState("payment", ["pending"]);
      if (ids.length > 1) await bank.merge([ids[0], ids[ids.length - 1]].map(String));
    },
    () => on("cashier", "merged", ["draft"], "submit"),
    () => on("cashier", "merged", ["draft"], "void", { reason: "取消" }),
    () => on("finance", "oa", ["auditing"], "approve"),
    () => on("finance", "oa", ["auditing"], "reject", { comment: "不同意" }),
    () => on("cashier", "oa", ["approved"], "pay", bank.transfer()),
    () => on("cashier", "oa", ["approved"], "pay", bank.transfer()),
    () => on("finance", "oa", ["approved"], "void", { reason: "作废" }),
    () => on("finance", "oa", ["paid"], "fail", bank.bounce()),
    () => bank.act("cashier", "request", requests[of(requests.length)] ?? "", "payRest"),
    () => on("finance", "request", ["partPaid"], "close"),
  ];
  try {
    await cases[of(cases.length)]?.();
    return "done";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return "refused";
  }
}

/** What the nightly check would say, and what it does not look at. */
const faults = async () => [
  ...(await payablesFaults(bank.db)),
  ...(await bank.db.query<{ fault: string }>(
    `select 'request ' || r.no as fault from payment_request r
     where r.status <> case when r.unpaid_amount = 0 then 'paid' when r.paid_amount > 0 then 'partPaid'
       else 'approved' end
     union all
     select 'transfer ' || coalesce(m.no, o.no) from payment p
       left join merged_payment m on m.id = p.merged_id and m.status <> 'void'
       left join oa_payment o on o.id = p.oa_payment_id
     where p.status in ('paid', 'failed') and (
       m.id is not null and (p.serial_no <> m.serial_no or p.paid_time <> m.paid_time)
       or o.id is not null and (p.serial_no <> o.serial_no or p.paid_time <> o.paid_time))
     union all
     select 'approval ' || o.no from oa_payment o where (o.status = 'auditing') <> exists (
       select 1 from act_instance i where i.biz_type = 'oa_payment' and i.biz_id = o.id
         and i.status = 'running')`,
  )),
];

describe.each([
  ["one request", 1],
  ["several requests of shared orders", 3],
])("eight people paying %s at once", (_name, count) => {
  it("never collide, and every figure leads to its entries", async () => {
    const shared = await bank.order(`CG77${count}00001`, "900.00");
    const own = await bank.order(`CG77${count}00002`, "300.00");
    const requests: string[] = [];
    for (let i = 0; i < count; i++)
      requests.push(
        await bank.request({
          lines: [
            { amount: "200.05", poId: i % 2 ? own : shared },
            { amount: "33.33", poId: i % 2 ? shared : own },
          ],
        }),
      );
    for (const requestId of requests)
      for (const settleAmount of ["20.00", "30.01"]) await bank.pays(requestId, { settleAmount });
    const told = await Promise.all(
      Array.from({ length: ACTORS }, async (_, actor) => {
        const of = chooser(actor + count * 100);
        const own: string[] = [];
        for (let i = 0; i < STEPS; i++) own.push(await step(requests, of));
        return own;
      }),
    );
    expect(told.flat().filter((t) => t === "done").length).toBeGreaterThan(ACTORS);
    expect(await faults()).toEqual([]);
  });
});

it("two people who pay one OA payment at once pay it once", async () => {
  const requestId = await bank.request({ lines: [{ amount: "60.00" }] });
  const payments = [
    await bank.pays(requestId, { settleAmount: "20.00" }),
    await bank.pays(requestId, { settleAmount: "40.00" }),
  ];
  const merged = await bank.merge(payments.map((p) => p.id));
  await bank.act("cashier", "merged", merged.id, "submit");
  const oaId = String((await bank.read("merged", merged.id)).oaPaymentId);
  await bank.act("finance", "oa", oaId, "approve");
  const answers = await Promise.allSettled(
    Array.from({ length: 4 }, () => bank.act("cashier", "oa", oaId, "pay", bank.transfer())),
  );
  expect(answers.filter((a) => a.status === "fulfilled")).toHaveLength(1);
  for (const answer of answers)
    if (answer.status === "rejected")
      expect(answer.reason).toMatchObject({ status: 409, message: "已付款状态不能确认付款" });
  expect(await bank.requested(requestId)).toMatchObject({ status: "paid", paid: "60.00" });
  expect(await faults()).toEqual([]);
});
