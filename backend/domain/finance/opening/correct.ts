import { lockGoods } from "#backend/domain/purchase/order-lines/locks";
import { logMove, pick, type RuleContext, transition } from "#backend/engine/documents";
import { type Owed, postAll } from "#backend/ledgers/payables/post";
import { type Adjusted, checkAdjusted, postAdjusted } from "#backend/ledgers/stock";
import { lockIds, patchRow } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { dec, requireOpenMonth, today } from "#backend/platform/values";
import { opening } from "#documents/finance/opening";
import { byLine, correctedOf, type DebtAsItStands, debtDiffers, debtsOf, stockDiffers, stocksOf } from "./correction";
import { addPaidBefore } from "./debts";
import { given, type OpeningRow, openingSource } from "./lines";

/** Both openings, in the order of their ids: nobody corrects the same line meanwhile. */
async function lockBoth(c: RuleContext, id: string) {
  const { correctsId } = (await pick(c, opening, id, ["correctsId"])) ?? {};
  await lockIds(c.sql, "opening", [id, correctsId]);
}

/** What of a line changes in the payables, and whether it may. */
function debtProblem(kind: string | null, fix: OpeningRow["debtFixes"][number], line: DebtAsItStands) {
  const name = line.oldNo ?? line.poOldNo ?? line.$supplierId;
  if (!dec(line.oldAmount).eq(dec(fix.oldAmount))) return `${name}已被其他更正单更正，请撤回或删除后重新填写`;
  if (kind === "payable" && dec(fix.newAmount).lt(line.requested))
    return `${name}已请款${line.requested}，更正后金额不能少于已请款`;
  return undefined;
}

/** Orders whose prepayments are corrected, locked, and what is wrong with one of them. */
async function ordersFit(c: RuleContext, fixes: OpeningRow["debtFixes"], lines: readonly DebtAsItStands[]) {
  const known = byLine(lines);
  const diffs = new Map<string, ReturnType<typeof dec>>();
  for (const fix of fixes) {
    const poId = known.get(fix.lineId ?? "")?.poId;
    if (poId) diffs.set(poId, (diffs.get(poId) ?? dec(0)).plus(dec(fix.newAmount)).minus(dec(fix.oldAmount)));
  }
  const ids = [...diffs.keys()];
  await lockIds(c.sql, "purchase_order", ids);
  await lockGoods(c, ids);
  const orders = await c.sql.query<{ id: string; no: string; status: string; free: string }>(
    `select id, no, status, (order_amount - requested_amount)::text as free from purchase_order
     where id = any($1::bigint[]) order by id`,
    [ids],
  );
  for (const { id, no, status, free } of orders) {
    if (status !== "executing" && status !== "completed") return `采购单${no}已结束，请登记供应商退款`;
    if (diffs.get(id)?.gt(free)) return `采购单${no}可请款${free}，预付更正超过了它`;
  }
  return undefined;
}

const NOTHING = "没有更正内容";

/** Everything that a correction works on, locked; the first thing that speaks against it. */
async function sceneOf(c: RuleContext, row: OpeningRow) {
  if (row.kind !== "correction")
    return { problem: "期初单不用审批，请直接入账", kind: row.kind, adjusted: [], lines: [] };
  const { id, kind } = await correctedOf(c, row.correctsId);
  await requireOpenMonth(c, today());
  if (kind !== "stock") {
    const lines = await debtsOf(c, id);
    const known = byLine(lines);
    const fixes = row.debtFixes.filter(debtDiffers);
    const problems = fixes.map((fix) => {
      const line = known.get(fix.lineId ?? "");
      return line ? debtProblem(kind, fix, line) : "更正的明细已不存在";
    });
    const problem = problems.find(Boolean) ?? (await ordersFit(c, fixes, lines));
    return { problem: fixes.length ? problem : NOTHING, kind, adjusted: [], lines };
  }
  const known = byLine(await stocksOf(c, id));
  const adjusted = row.stockFixes.filter(stockDiffers).map((f): Adjusted => {
    const now = known.get(f.lineId ?? "");
    if (!now || now.oldGood !== f.oldGood || now.oldBad !== f.oldBad || !dec(now.oldValue).eq(dec(f.oldValue)))
      throw conflict(`SKU ${f.$skuId ?? ""} 已被其他更正单更正，请撤回或删除后重新填写`);
    return {
      warehouseId: now.warehouseId,
      skuId: now.skuId,
      lineId: now.lineId,
      was: { good: now.oldGood, bad: now.oldBad, value: now.oldValue },
      now: { good: f.newGood ?? now.oldGood, bad: f.newBad ?? now.oldBad, value: f.newValue ?? now.oldValue },
    };
  });
  await checkAdjusted(c, adjusted);
  return { problem: adjusted.length ? undefined : NOTHING, kind, adjusted, lines: [] };
}

/** Enters what payables and prepayments change by. */
async function postDebts(c: RuleContext, row: OpeningRow, kind: string | null, lines: readonly DebtAsItStands[]) {
  const known = byLine(lines);
  const paid: { id: string; amount: string }[] = [];
  const owed = row.debtFixes.flatMap((fix): Owed[] => {
    const line = known.get(fix.lineId ?? "");
    const diff = dec(fix.newAmount).minus(dec(fix.oldAmount));
    if (!line || diff.eq(0)) return [];
    const { supplierId, poId, currency, rate, lineId } = line;
    if (poId) paid.push({ id: poId, amount: diff.toFixed(2) });
    const entry =
      kind === "prepaid"
        ? ({ type: "openingPrepaidAdjust", amount: diff.times(-1).toFixed(2), lineId } as const)
        : ({ type: "openingAdjust", amount: diff.toFixed(2), lineId } as const);
    return [{ supplierId, poId: kind === "prepaid" ? poId : null, currency, rate, entries: [entry] }];
  });
  await postAll(c, openingSource(row), owed);
  await addPaidBefore(c, paid);
  await c.sql.query(
    `update opening_debt_line l set fixed_amount = x.amount
     from jsonb_to_recordset($1::jsonb) as x(id bigint, amount numeric) where l.id = x.id`,
    [JSON.stringify(row.debtFixes.filter(debtDiffers).map((f) => ({ id: f.lineId, amount: f.newAmount })))],
  );
}

const noteStocks = (c: RuleContext, adjusted: readonly Adjusted[]) =>
  c.sql.query(
    `update opening_stock_line l set fixed_good = x.good, fixed_bad = x.bad, fixed_value = x.value
     from jsonb_to_recordset($1::jsonb) as x(id bigint, good int, bad int, value numeric) where l.id = x.id`,
    [JSON.stringify(adjusted.map(({ lineId, now }) => ({ id: lineId, ...now })))],
  );

const propose = transition(opening, "propose", {
  lockFirst: lockBoth,
  lock: sceneOf,
  guard: ({ problem }) => problem,
  // Who decides reads what is to change; a draft keeps the other lines, to be changed as well.
  async effect({ sql }, { row }) {
    const same = {
      opening_stock_fix: row.stockFixes.filter((f) => !stockDiffers(f)),
      opening_debt_fix: row.debtFixes.filter((f) => !debtDiffers(f)),
    };
    for (const [table, lines] of Object.entries(same)) {
      const gone = lines.map(({ id }) => id);
      await patchRow(sql, table, gone, { del_flag: 1 });
    }
  },
});

const approved = transition(opening, "approved", {
  lockFirst: lockBoth,
  lock: sceneOf,
  guard: ({ problem }) => problem,
  async effect(c, { row, kind, adjusted, lines }) {
    if (adjusted.length) {
      await postAdjusted(c, openingSource(row), "approved", adjusted);
      await noteStocks(c, adjusted);
    } else await postDebts(c, row, kind, lines);
    await logMove(c, opening, given(row.correctsId), { action: `由更正单${row.no}更正` });
  },
});

export const correctionTransitions = [propose, approved];
