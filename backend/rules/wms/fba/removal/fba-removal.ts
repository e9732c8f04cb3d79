import type { RowOf } from "#documents/kit";
import { fbaRemoval } from "#documents/wms/fba/fba-removal";
import type { RuleContext } from "../../../../documents/rules";
import { rules, transition } from "../../../../documents/written";
import { conflict } from "../../../../http/refusal";
import { today } from "../../../../values/calendar";
import { carryOut, type Outcome } from "./carry-out";
import { lockTargets, type ReportRow } from "./targets";

type Row = RowOf<typeof fbaRemoval>;

const counts = (outcomes: readonly Outcome[]) => ({
  rowCount: outcomes.length,
  goodCount: outcomes.filter((o) => o.outcome === "good").length,
  sameCount: outcomes.filter((o) => o.outcome === "same").length,
  badCount: outcomes.filter((o) => o.outcome === "bad").length,
});

/** What would happen to every row. */
async function tried(c: RuleContext, rows: readonly ReportRow[]): Promise<Outcome[]> {
  const targets = await lockTargets(c, rows);
  await c.sql.query("savepoint report_trial");
  const found = await carryOut(c, rows, targets);
  await c.sql.query("rollback to savepoint report_trial");
  return found;
}

async function write(c: RuleContext, row: Row, outcomes: readonly Outcome[], done: boolean) {
  const { rowCount, goodCount, sameCount, badCount } = counts(outcomes);
  await c.sql.query(
    `update fba_removal set row_count = $2, good_count = $3, same_count = $4, bad_count = $5
     where id = $1`,
    [row.id, rowCount, goodCount, sameCount, badCount],
  );
  await c.sql.query(
    `update fba_removal_row l set message = x.message,
       outcome = case when x.outcome = 'good' and $2 then 'done' else x.outcome end
     from jsonb_to_recordset($1::jsonb) as x(id bigint, outcome text, message text)
     where l.id = x.id`,
    [JSON.stringify(row.rows.map((r, i) => ({ id: r.id, ...outcomes[i] }))), done],
  );
}

const tryOut = transition(fbaRemoval, "tryOut", {
  effect: async (c, { row }) => write(c, row, await tried(c, row.rows), false),
});

const run = transition(fbaRemoval, "run", {
  async effect(c, { row }) {
    const outcomes = await carryOut(c, row.rows, await lockTargets(c, row.rows));
    if (!outcomes.some((o) => o.outcome === "good"))
      throw conflict(`没有可更新的行：${outcomes[0]?.message ?? ""}`);
    await write(c, row, outcomes, true);
  },
});

/** 移除报告 (supply.md 4, fba_return: import of the platform's report). */
export const fbaRemovalRules = rules(fbaRemoval, {
  async beforeSave(c, next, before) {
    next.title ||= before?.title || `移除报告 ${today()}`;
    const rows = next.rows ?? before?.rows.map((r) => ({ ...r }));
    if (!rows) return;
    const outcomes = await tried(c, rows);
    Object.assign(next, counts(outcomes));
    next.rows = rows.map((row, i) => ({ ...row, ...outcomes[i] }));
  },
  transitions: [tryOut, run],
});
