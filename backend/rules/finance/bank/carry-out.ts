import { logMove } from "../../../documents/lifecycle/move";
import { perform } from "../../../documents/lifecycle/perform";
import type { RuleContext } from "../../../documents/rules";
import { conflict, Refusal } from "../../../http/refusal";
import type { AnswerRow, Target } from "./targets";

/** What became of a row, or would. */
export interface Outcome {
  outcome: "good" | "bad";
  message: string;
}

/** Only what waits to be paid can have failed at the bank. @throws Refusal 409 */
async function requireWaiting(c: RuleContext, { document, id }: Target) {
  const row = await c.sql.one<{ no: string; status: string }>(
    `select no, status from ${document.table} where id = $1`,
    [id],
  );
  if (row?.status !== (document.flow ? "approved" : "pending"))
    throw conflict(`${document.label}${row?.no}状态不是待付款`);
}

/** Does what one row says. @throws Refusal */
async function obey(c: RuleContext, row: AnswerRow, target: Target, files: readonly string[]) {
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
  target: Target | undefined,
  files: readonly string[],
  keep: boolean,
): Promise<Outcome> {
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
export async function carryOut(
  c: RuleContext,
  rows: readonly AnswerRow[],
  targets: ReadonlyMap<string, Target>,
  files: readonly string[],
  keep: boolean,
): Promise<Outcome[]> {
  const found: Outcome[] = [];
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
