import { evaluationApplication } from "#documents/promotion/application";
import { readWhole } from "../../../documents/reading/row";
import { rules, transition } from "../../../documents/written";
import { closeTask, lockTasks } from "../evaluation/closing";
import { TAKEN } from "../evaluation/counters";
import { byMonth } from "../told/months";
import { workOut } from "./save";
import { approved, submit } from "./submit";

const OPEN = ["draft", "running", "paused"];

const complete = transition(evaluationApplication, "complete", {
  lock: async ({ sql }, { id }) => ({
    open: await sql.one(
      `select 1 from evaluation where application_id = $1 and status = any($2) and del_flag = 0`,
      [id, OPEN],
    ),
  }),
  guard: ({ open }) => open && "存在未完成的测评任务",
});

const close = transition(evaluationApplication, "close", {
  lockFirst: (c, id) => lockTasks(c, id),
  async effect(c, { row }, { reason }) {
    const open = await c.sql.query<{ id: string }>(
      `select id from evaluation where application_id = $1 and status = any($2) and del_flag = 0
       order by id`,
      [row.id, OPEN],
    );
    for (const { id } of open) await closeTask(c, id, `申请提前关闭：${reason}`);
  },
});

const plannedOf = (line: string) =>
  `coalesce((select sum(${TAKEN}) from evaluation e
     where e.application_line_id = ${line} and e.del_flag = 0), 0)`;

/** 测评申请 (market.md 1). */
export const applicationRules = rules(evaluationApplication, {
  expressions: {
    remainAmount: "(t.budget_amount - coalesce(t.used_amount, 0))",
    orderCost: `(select round(t.used_amount / nullif(count(*), 0), 2) from evaluation_order o
       where o.application_id = t.id and o.del_flag = 0
         and o.status in ('checked', 'refunding', 'refunded'))`,
    unplanned: `exists (select 1 from evaluation_application_line l
       where l.evaluation_application_id = t.id and l.del_flag = 0
         and l.apply_qty > ${plannedOf("l.id")})`,
  },
  async enrichOne(c, row) {
    const planned = await c.sql.query<{ id: string; n: number }>(
      `select l.id, ${plannedOf("l.id")}::int as n from evaluation_application_line l
       where l.evaluation_application_id = $1`,
      [row.id],
    );
    const of = new Map(planned.map((p) => [p.id, p.n]));
    for (const line of row.items) Object.assign(line, { plannedQty: of.get(line.id) ?? 0 });
    row.months = await byMonth(c, "application_id", row.id);
  },
  beforeSave: workOut,
  async flowFlags(c, { id }) {
    const row = await readWhole(c, evaluationApplication, id, { anyScope: true });
    return { amountCny: row.budgetCny, overLimit: row.overLimit };
  },
  transitions: [submit, approved, complete, close],
});
