import { patch, perform, type RuleContext, readWhole, rules, transition, visible } from "#backend/engine/documents";
import { lockHeld, lockPools, type Place } from "#backend/ledgers/stock";
import { lockIds } from "#backend/platform/db";
import { conflict, Refusal } from "#backend/platform/http";
import { dec, sum, today } from "#backend/platform/values";
import type { DocumentType, LineDraft, RowOf } from "#documents/kit";
import { fbaDisposal } from "#documents/wms/fba/fba-disposal";
import { fbaRemoval } from "#documents/wms/fba/fba-removal";
import { fbaReturn } from "#documents/wms/fba/fba-return";

type FbaRemovalReportRow = LineDraft<typeof fbaRemoval, "rows">;

/** The document that bears the platform's number. */
interface FbaRemovalTarget {
  kind: "return" | "disposal";
  id: string;
  no: string;
  orderId: string;
}

async function ofKind(
  c: RuleContext,
  document: DocumentType,
  kind: FbaRemovalTarget["kind"],
  orderIds: readonly string[],
): Promise<FbaRemovalTarget[]> {
  const where = visible(document, c.caller)
    .and("t.removal_order_id = any(?)", orderIds)
    .and("t.status not in ('void', 'rejected')");
  const rows = await c.sql.query<Omit<FbaRemovalTarget, "kind">>(
    `select t.id, t.no, t.removal_order_id as "orderId" from ${document.table} t
     where ${where} order by t.id`,
    where.values,
  );
  return rows.map((row) => ({ ...row, kind }));
}

const poolsOf = (c: RuleContext, ids: Record<FbaRemovalTarget["kind"], string[]>) =>
  c.sql.query<Place>(
    `select distinct x.w as "warehouseId", l.sku_id as "skuId" from fba_return h
       join fba_return_line l on l.fba_return_id = h.id
       cross join lateral (values (h.fba_warehouse_id), (h.to_warehouse_id)) x(w)
     where h.id = any($1::bigint[])
     union
     select h.fba_warehouse_id, l.sku_id from fba_disposal h
       join fba_disposal_line l on l.fba_disposal_id = h.id where h.id = any($2::bigint[])`,
    [ids.return, ids.disposal],
  );

/**
 * The documents that rows name and the caller may see, locked with all that carrying out any of them
 * touches: rows of one report follow each other in one transaction.
 */
async function lockTargets(
  c: RuleContext,
  rows: readonly FbaRemovalReportRow[],
): Promise<Map<string, FbaRemovalTarget>> {
  const orderIds = [...new Set(rows.flatMap((r) => r.orderId ?? []))];
  const found = [
    ...(await ofKind(c, fbaReturn, "return", orderIds)),
    ...(await ofKind(c, fbaDisposal, "disposal", orderIds)),
  ];
  const idsOf = (kind: FbaRemovalTarget["kind"]) => found.flatMap((t) => (t.kind === kind ? t.id : []));
  const ids = { return: idsOf("return"), disposal: idsOf("disposal") };
  await lockIds(c.sql, "fba_return", ids.return);
  await lockIds(c.sql, "fba_disposal", ids.disposal);
  for (const { kind, id, no } of found)
    await lockHeld(c, { document: kind === "return" ? "fba_return" : "fba_disposal", id, no });
  const pools = await poolsOf(c, ids);
  if (pools.length) await lockPools(c, pools);
  return new Map(found.map((t) => [t.orderId, t]));
}

/** What became of a row, or would. */
interface FbaRemovalOutcome {
  outcome: "good" | "same" | "bad";
  message: string;
}

interface FbaRemovalLine {
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

function dispositionOf({ disposition }: FbaRemovalReportRow) {
  const text = (disposition ?? "").trim();
  if (SELLABLE.test(text)) return "sellable";
  if (UNSELLABLE.test(text)) return "unsellable";
  throw conflict(`库存属性${text}无法识别`);
}

const alike = (a: string | null | undefined, b: string | null) => (a ?? "").toLowerCase() === (b ?? "").toLowerCase();

/** The line that a row is about. @throws Refusal 409 */
function lineOf<L extends FbaRemovalLine>(row: FbaRemovalReportRow, { no }: FbaRemovalTarget, lines: readonly L[]): L {
  const disposition = dispositionOf(row);
  const found = lines.find(
    (l) => l.disposition === disposition && (row.fnsku ? alike(row.fnsku, l.fnsku) : alike(row.msku, l.msku)),
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
async function onReturn(
  c: RuleContext,
  row: FbaRemovalReportRow,
  target: FbaRemovalTarget,
): Promise<FbaRemovalOutcome> {
  const whole = await readWhole(c, fbaReturn, target.id, { anyScope: true });
  const line = lineOf(row, target, whole.items);
  const shippedQty = growth("发出", row.shippedQty, line.shippedQty);
  // What the platform never sent counts as cancelled once it is closed, whatever the report says.
  const cancelledQty = whole.status === "closed" ? 0 : growth("取消", row.cancelledQty, line.cancelledQty);
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
  row: FbaRemovalReportRow,
  target: FbaRemovalTarget,
  beside: readonly FbaRemovalReportRow[],
): Promise<FbaRemovalOutcome> {
  const whole = await readWhole(c, fbaDisposal, target.id, { anyScope: true });
  const line = lineOf(row, target, whole.items);
  if (row.shippedQty) throw conflict(`${target.no}是弃置单，不能登记发出`);
  if (whole.status === "done") {
    const more =
      growth("销毁", row.disposedQty, line.disposedQty) + growth("取消", row.cancelledQty, line.cancelledQty);
    if (more) throw conflict(`${target.no}已登记结果，不能再增加`);
    return { outcome: "same", message: target.no };
  }
  const items = beside.map((r) => ({
    lineId: lineOf(r, target, whole.items).id,
    disposedQty: r.disposedQty ?? 0,
    cancelledQty: r.cancelledQty ?? 0,
  }));
  const total = items.reduce((n, i) => n + i.disposedQty + i.cancelledQty, 0);
  if (total < (whole.requestedQty ?? 0)) return { outcome: "same", message: `${target.no} 尚未全部处理，等待下次报告` };
  await perform(c, fbaDisposal, target.id, "finish", { items }, {});
  return { outcome: "good", message: `${target.no} 登记结果` };
}

/** The fees of an order, once they are known for every one of its rows. */
async function onFee(
  c: RuleContext,
  rows: readonly FbaRemovalReportRow[],
  target: FbaRemovalTarget,
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
async function apart(c: RuleContext, work: () => Promise<FbaRemovalOutcome>): Promise<FbaRemovalOutcome> {
  await c.sql.query("savepoint report_row");
  try {
    return await work();
  } catch (error) {
    await c.sql.query("rollback to savepoint report_row");
    if (!(error instanceof Refusal)) throw error;
    return { outcome: "bad", message: error.message };
  }
}

const keyOf = (r: FbaRemovalReportRow) => [r.orderId, r.fnsku || r.msku, r.disposition].join("/").toLowerCase();

/** Every row in its order by the documents' own actions, and the fees of each order with its last row. */
async function carryOut(
  c: RuleContext,
  rows: readonly FbaRemovalReportRow[],
  targets: ReadonlyMap<string, FbaRemovalTarget>,
): Promise<FbaRemovalOutcome[]> {
  const first = new Map<string, number>();
  for (const [i, row] of rows.entries()) if (!first.has(keyOf(row))) first.set(keyOf(row), i);
  // A row that stands twice counts once, for fees and results too.
  const single = rows.filter((row, i) => first.get(keyOf(row)) === i);
  const outcomes: FbaRemovalOutcome[] = [];
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
          target.kind === "return" ? await onReturn(c, row, target) : await onDisposal(c, row, target, beside);
        const fee = last ? await onFee(c, beside, target) : undefined;
        return fee ? { outcome: "good", message: `${found.message} ${fee}` } : found;
      }),
    );
  }
  return outcomes;
}

type FbaRemovalRow = RowOf<typeof fbaRemoval>;

const counts = (outcomes: readonly FbaRemovalOutcome[]) => ({
  rowCount: outcomes.length,
  goodCount: outcomes.filter((o) => o.outcome === "good").length,
  sameCount: outcomes.filter((o) => o.outcome === "same").length,
  badCount: outcomes.filter((o) => o.outcome === "bad").length,
});

/** What would happen to every row. */
async function tried(c: RuleContext, rows: readonly FbaRemovalReportRow[]): Promise<FbaRemovalOutcome[]> {
  const targets = await lockTargets(c, rows);
  await c.sql.query("savepoint report_trial");
  const found = await carryOut(c, rows, targets);
  await c.sql.query("rollback to savepoint report_trial");
  return found;
}

async function write(c: RuleContext, row: FbaRemovalRow, outcomes: readonly FbaRemovalOutcome[], done: boolean) {
  const { rowCount, goodCount, sameCount, badCount } = counts(outcomes);
  await patch(c, fbaRemoval, row.id, { rowCount, goodCount, sameCount, badCount });
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
    if (!outcomes.some((o) => o.outcome === "good")) throw conflict(`没有可更新的行：${outcomes[0]?.message ?? ""}`);
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
