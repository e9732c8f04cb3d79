import { bankAnswer } from "#documents/finance/bank-answer";
import type { DraftOf, RowOf } from "#documents/kit";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { tieFiles } from "../../../files/tie";
import { conflict } from "../../../http/refusal";
import { carryOut, type Outcome } from "./carry-out";
import { type AnswerRow, lockTargets } from "./targets";

type Row = RowOf<typeof bankAnswer>;

const counts = (outcomes: readonly Outcome[]) => ({
  rowCount: outcomes.length,
  goodCount: outcomes.filter((o) => o.outcome === "good").length,
  badCount: outcomes.filter((o) => o.outcome === "bad").length,
});

/** What would happen to every row. The bank's own file comes when they are carried out. */
async function tried(c: RuleContext, rows: readonly AnswerRow[]): Promise<Outcome[]> {
  const targets = await lockTargets(c, rows);
  await c.sql.query("savepoint answer_trial");
  const file = await c.sql.one<{ id: string }>(
    `insert into sys_file (tenant_id, create_by, file_name, original, type, size, hash, bucket_name)
     values ($1, $2, gen_random_uuid() || '.pdf', '试运行.pdf', 'pdf', 0, '', '') returning id`,
    [c.tenantId, c.caller.userId],
  );
  const found = await carryOut(c, rows, targets, file ? [file.id] : [], false);
  await c.sql.query("rollback to savepoint answer_trial");
  return found;
}

async function write(c: RuleContext, row: Row, outcomes: readonly Outcome[], done: boolean) {
  const { rowCount, goodCount, badCount } = counts(outcomes);
  await c.sql.query(
    `update bank_answer set row_count = $2, good_count = $3, bad_count = $4 where id = $1`,
    [row.id, rowCount, goodCount, badCount],
  );
  const rows = row.rows.map((r, i) => ({ id: r.id, ...outcomes[i] }));
  await c.sql.query(
    `update bank_answer_row l set message = x.message,
       outcome = case when x.outcome = 'good' and $2 then 'done' else x.outcome end
     from jsonb_to_recordset($1::jsonb) as x(id bigint, outcome text, message text)
     where l.id = x.id`,
    [JSON.stringify(rows), done],
  );
}

const tryOut = transition(bankAnswer, "tryOut", {
  effect: async (c, { row }) => write(c, row, await tried(c, row.rows), false),
});

const run = transition(bankAnswer, "run", {
  async effect(c, { row }, { receiptFiles, again }) {
    const targets = await lockTargets(c, row.rows);
    const acting = again ? { ...c, confirmed: true as const } : c;
    await c.sql.query("update bank_answer set receipt_files = $2 where id = $1", [
      row.id,
      receiptFiles,
    ]);
    await tieFiles(c, { type: "bank_answer", id: row.id }, receiptFiles);
    const outcomes = await carryOut(acting, row.rows, targets, receiptFiles, true);
    if (!outcomes.some((o) => o.outcome === "good"))
      throw conflict(`没有可执行的行：${outcomes[0]?.message ?? ""}`);
    await write(c, row, outcomes, true);
  },
});

/** 银行回单 (supply.md 6: what the bank says of a batch file). */
export const bankAnswerRules = rules(bankAnswer, {
  async beforeSave(c, next: DraftOf<typeof bankAnswer>, before) {
    const rows = next.rows ?? before?.rows.map((r) => ({ ...r }));
    if (!rows) return;
    const outcomes = await tried(c, rows);
    Object.assign(next, counts(outcomes));
    next.rows = rows.map((row, i) => ({ ...row, ...outcomes[i] }));
  },
  transitions: [tryOut, run],
});
