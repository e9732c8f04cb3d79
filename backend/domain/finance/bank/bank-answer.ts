import { logMove, patch, perform, pick, type RuleContext, rules, transition } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { tieFiles } from "#backend/platform/files/owners";
import { conflict, Refusal } from "#backend/platform/http";
import { bankAnswer } from "#documents/finance/bank-answer";
import { oaPayment } from "#documents/finance/oa-payment";
import { payment } from "#documents/finance/payment";
import type { DocumentType, DraftOf, LineDraft, RowOf } from "#documents/kit";
import { lockDebts, membersOf } from "../pay/members";

type AnswerRow = LineDraft<typeof bankAnswer, "rows">;

/** A document that a row of an answer is about. */
interface BankAnswerTarget {
  document: DocumentType;
  id: string;
  /** Its payments. */
  payments: string[];
}

async function ofKind(c: RuleContext, document: DocumentType, nos: string[], payments: string) {
  const rows = await c.sql.query<{ id: string; no: string; payments: string[]; merged: string }>(
    `select t.id, t.no, ${payments} as payments,
       ${document.name === "payment" ? "null" : "case when t.source_type = 'merged' then t.source_id end"} as merged
     from ${document.table} t where t.no = any($1) and t.tenant_id = $2 and t.del_flag = 0
     order by t.id`,
    [nos, c.tenantId],
  );
  return rows.map((row) => [row.no, { ...row, document }] as const);
}

/**
 * The documents that rows name, locked with all that paying or returning any of them touches: rows of
 * one answer follow each other in one transaction.
 */
async function lockTargets(c: RuleContext, rows: readonly AnswerRow[]): Promise<Map<string, BankAnswerTarget>> {
  const nos = rows.flatMap((r) => r.payNo ?? []);
  const single = await ofKind(c, payment, nos, "array[t.id::text]");
  const released = await ofKind(
    c,
    oaPayment,
    nos,
    `(select coalesce(array_agg(l.member_id::text), '{}') from oa_payment_line l
       where l.oa_payment_id = t.id and l.member_id is not null and l.del_flag = 0)`,
  );
  const targets = new Map<string, BankAnswerTarget>([...single, ...released]);
  const payments = [...targets.values()].flatMap((t) => t.payments);
  await lockIds(
    c.sql,
    "merged_payment",
    released.map(([, t]) => t.merged),
  );
  await lockIds(c.sql, "payment", payments);
  await lockIds(
    c.sql,
    "oa_payment",
    released.map(([, t]) => t.id),
  );
  await lockDebts(c, await membersOf(c, payments));
  return targets;
}

/** What became of a row, or would. */
interface BankAnswerOutcome {
  outcome: "good" | "bad";
  message: string;
}

/** Only what waits to be paid can have failed at the bank. @throws Refusal 409 */
async function requireWaiting(c: RuleContext, { document, id }: BankAnswerTarget) {
  const row = await pick(c, document, id, ["no", "status"]);
  if (row?.status !== (document.flow ? "approved" : "pending"))
    throw conflict(`${document.label}${row?.no}状态不是待付款`);
}

/** Does what one row says. @throws Refusal */
async function obey(c: RuleContext, row: AnswerRow, target: BankAnswerTarget, files: readonly string[]) {
  const { document, id } = target;
  const reason = row.reason ?? "";
  if (row.result === "paid") {
    const { paidTime, serialNo, bankFee } = row;
    if (!serialNo) throw conflict("成功的交易须有银行流水号");
    const input = { paidTime, serialNo, bankFee, receiptFiles: [...files] };
    await perform(c, document, id, "pay", input, {});
    return "付款";
  }
  if (!reason) throw conflict("失败和退票须有银行说明");
  if (row.result === "returned") {
    const failDate = row.paidTime?.slice(0, 10);
    await perform(c, document, id, "fail", { reason, failDate, failFiles: [...files] }, {});
    return "退票";
  }
  await requireWaiting(c, target);
  await logMove(c, document, id, { action: "银行付款失败", diff: { reason: [null, reason] } });
  return "记入历史，单据仍待付款";
}

/** One row in a savepoint of its own: what is refused leaves nothing. */
async function one(
  c: RuleContext,
  row: AnswerRow,
  target: BankAnswerTarget | undefined,
  files: readonly string[],
  keep: boolean,
): Promise<BankAnswerOutcome> {
  if (!target) return { outcome: "bad", message: `没有单号${row.payNo}` };
  await c.sql.query("savepoint answer_row");
  try {
    const done = await obey(c, row, target, files);
    return { outcome: "good", message: keep ? `已${done}` : `将${done}` };
  } catch (error) {
    await c.sql.query("rollback to savepoint answer_row");
    if (!(error instanceof Refusal)) throw error;
    return { outcome: "bad", message: error.message };
  }
}

/**
 * Every row in its order, so that a serial number twice in a file is found. `keep`: it is done; else the
 * outcomes say what would happen, and the caller takes all of it back.
 */
async function carryOut(
  c: RuleContext,
  rows: readonly AnswerRow[],
  targets: ReadonlyMap<string, BankAnswerTarget>,
  files: readonly string[],
  keep: boolean,
): Promise<BankAnswerOutcome[]> {
  const found: BankAnswerOutcome[] = [];
  const known = new Set<string>();
  for (const row of rows) {
    const twice = row.payNo && known.has(row.payNo);
    known.add(row.payNo ?? "");
    found.push(
      twice
        ? { outcome: "bad", message: `单号${row.payNo}重复` }
        : await one(c, row, targets.get(row.payNo ?? ""), files, keep),
    );
  }
  return found;
}

type BankAnswerRow = RowOf<typeof bankAnswer>;

const counts = (outcomes: readonly BankAnswerOutcome[]) => ({
  rowCount: outcomes.length,
  goodCount: outcomes.filter((o) => o.outcome === "good").length,
  badCount: outcomes.filter((o) => o.outcome === "bad").length,
});

/** What would happen to every row. The bank's own file comes when they are carried out. */
async function tried(c: RuleContext, rows: readonly AnswerRow[]): Promise<BankAnswerOutcome[]> {
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

async function write(c: RuleContext, row: BankAnswerRow, outcomes: readonly BankAnswerOutcome[], done: boolean) {
  const { rowCount, goodCount, badCount } = counts(outcomes);
  await patch(c, bankAnswer, row.id, { rowCount, goodCount, badCount });
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
    await patch(c, bankAnswer, row.id, { receiptFiles });
    await tieFiles(c, { type: "bank_answer", id: row.id }, receiptFiles);
    const outcomes = await carryOut(acting, row.rows, targets, receiptFiles, true);
    if (!outcomes.some((o) => o.outcome === "good")) throw conflict(`没有可执行的行：${outcomes[0]?.message ?? ""}`);
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
