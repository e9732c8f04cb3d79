import { fbaDisposal } from "#documents/wms/fba/fba-disposal";
import { fbaReturn } from "#documents/wms/fba/fba-return";
import { perform } from "../../../../documents/lifecycle/perform";
import { readWhole } from "../../../../documents/reading/row";
import type { RuleContext } from "../../../../documents/rules";
import { conflict, Refusal } from "../../../../http/refusal";
import { dec, sum } from "../../../../values/money";
import type { ReportRow, Target } from "./targets";

/** What became of a row, or would. */
export interface Outcome {
  outcome: "good" | "same" | "bad";
  message: string;
}

interface Line {
  id: string;
  msku: string | null;
  fnsku: string | null;
  disposition: string;
  requestedQty: number;
  cancelledQty: number;
  disposedQty: number;
  shippedQty?: number;
}

const SELLABLE = /^(sellable|可售)$/i;
const UNSELLABLE = /^(unsellable|不可售|defective|damaged|.*_damaged)$/i;

function dispositionOf({ disposition }: ReportRow) {
  const text = (disposition ?? "").trim();
  if (SELLABLE.test(text)) return "sellable";
  if (UNSELLABLE.test(text)) return "unsellable";
  throw conflict(`库存属性${text}无法识别`);
}

const alike = (a: string | null | undefined, b: string | null) =>
  (a ?? "").toLowerCase() === (b ?? "").toLowerCase();

/** The line that a row is about. @throws Refusal 409 */
function lineOf<L extends Line>(row: ReportRow, { no }: Target, lines: readonly L[]): L {
  const disposition = dispositionOf(row);
  const found = lines.find(
    (l) =>
      l.disposition === disposition &&
      (row.fnsku ? alike(row.fnsku, l.fnsku) : alike(row.msku, l.msku)),
  );
  if (!found) throw conflict(`${no}没有${row.fnsku || row.msku}（${row.disposition}）的明细`);
  if (row.requestedQty && row.requestedQty !== found.requestedQty)
    throw conflict(`申请数量${row.requestedQty}与${no}的${found.requestedQty}不一致`);
  return found;
}

/** What a report's cumulative number adds to the known one. @throws Refusal 409 when it is smaller */
function growth(word: string, said: number | null | undefined, known: number): number {
  const now = said ?? 0;
  if (now < known) throw conflict(`累计${word}${now}小于已登记的${known}`);
  return now - known;
}

const said = (parts: readonly [word: string, n: number][]) =>
  parts.flatMap(([word, n]) => (n ? `${word}+${n}` : [])).join("，");

/** A return follows the row at once. */
async function onReturn(c: RuleContext, row: ReportRow, target: Target): Promise<Outcome> {
  const whole = await readWhole(c, fbaReturn, target.id, { anyScope: true });
  const line = lineOf(row, target, whole.items);
  const shippedQty = growth("发出", row.shippedQty, line.shippedQty);
  // What the platform never sent counts as cancelled once it is closed, whatever the report says.
  const cancelledQty =
    whole.status === "closed" ? 0 : growth("取消", row.cancelledQty, line.cancelledQty);
  const disposedQty = growth("销毁", row.disposedQty, line.disposedQty);
  if (!shippedQty && !cancelledQty && !disposedQty) return { outcome: "same", message: target.no };
  const items = [{ lineId: line.id, shippedQty, cancelledQty, disposedQty }];
  await perform(c, fbaReturn, target.id, "ship", { items }, {});
  const words = said([
    ["发出", shippedQty],
    ["取消", cancelledQty],
    ["销毁", disposedQty],
  ]);
  return { outcome: "good", message: `${target.no} ${words}` };
}

/** A disposal has one result: it follows when the rows of the report say all of it. */
async function onDisposal(
  c: RuleContext,
  row: ReportRow,
  target: Target,
  beside: readonly ReportRow[],
): Promise<Outcome> {
  const whole = await readWhole(c, fbaDisposal, target.id, { anyScope: true });
  const line = lineOf(row, target, whole.items);
  if (row.shippedQty) throw conflict(`${target.no}是弃置单，不能登记发出`);
  if (whole.status === "done") {
    const more =
      growth("销毁", row.disposedQty, line.disposedQty) +
      growth("取消", row.cancelledQty, line.cancelledQty);
    if (more) throw conflict(`${target.no}已登记结果，不能再增加`);
    return { outcome: "same", message: target.no };
  }
  const items = beside.map((r) => ({
    lineId: lineOf(r, target, whole.items).id,
    disposedQty: r.disposedQty ?? 0,
    cancelledQty: r.cancelledQty ?? 0,
  }));
  const total = items.reduce((n, i) => n + i.disposedQty + i.cancelledQty, 0);
  if (total < (whole.requestedQty ?? 0))
    return { outcome: "same", message: `${target.no} 尚未全部处理，等待下次报告` };
  await perform(c, fbaDisposal, target.id, "finish", { items }, {});
  return { outcome: "good", message: `${target.no} 登记结果` };
}

/** The fees of an order, once they are known for every one of its rows. */
async function onFee(
  c: RuleContext,
  rows: readonly ReportRow[],
  target: Target,
): Promise<string | undefined> {
  if (target.kind === "disposal" || rows.some((r) => !r.removalFee)) return undefined;
  const whole = await readWhole(c, fbaReturn, target.id, { anyScope: true });
  const strange = rows.find((r) => r.currency && r.currency !== whole.currency);
  if (strange) throw conflict(`币种${strange.currency}与站点的${whole.currency}不一致`);
  const removalFee = sum(rows.map((r) => r.removalFee));
  if (dec(removalFee).eq(whole.removalFee ?? 0)) return undefined;
  await perform(c, fbaReturn, target.id, "fee", { removalFee }, {});
  return `移除费${removalFee}`;
}

/** Some work in a savepoint of its own: what is refused leaves nothing. */
async function apart(c: RuleContext, work: () => Promise<Outcome>): Promise<Outcome> {
  await c.sql.query("savepoint report_row");
  try {
    return await work();
  } catch (error) {
    await c.sql.query("rollback to savepoint report_row");
    if (!(error instanceof Refusal)) throw error;
    return { outcome: "bad", message: error.message };
  }
}

const keyOf = (r: ReportRow) =>
  [r.orderId, r.fnsku || r.msku, r.disposition].join("/").toLowerCase();

/** Every row in its order by the documents' own actions, and the fees of each order with its last row. */
export async function carryOut(
  c: RuleContext,
  rows: readonly ReportRow[],
  targets: ReadonlyMap<string, Target>,
): Promise<Outcome[]> {
  const first = new Map<string, number>();
  for (const [i, row] of rows.entries()) if (!first.has(keyOf(row))) first.set(keyOf(row), i);
  // A row that stands twice counts once, for fees and results too.
  const single = rows.filter((row, i) => first.get(keyOf(row)) === i);
  const outcomes: Outcome[] = [];
  for (const [i, row] of rows.entries()) {
    const target = targets.get(row.orderId ?? "");
    const own = first.get(keyOf(row)) ?? i;
    const beside = single.filter((r) => r.orderId === row.orderId);
    const last = beside.at(-1) === row;
    outcomes.push(
      await apart(c, async () => {
        if (own !== i) throw conflict(`与第${own + 1}行重复`);
        if (!target) throw conflict(`没有移除单号${row.orderId}的单据`);
        const found =
          target.kind === "return"
            ? await onReturn(c, row, target)
            : await onDisposal(c, row, target, beside);
        const fee = last ? await onFee(c, beside, target) : undefined;
        return fee ? { outcome: "good", message: `${found.message} ${fee}` } : found;
      }),
    );
  }
  return outcomes;
}
