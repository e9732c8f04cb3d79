import { link, pick, type RuleContext, type RuleValues, type SourceId } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import { NOT_LIVE, phaseOf } from "#backend/platform/tenancy/phase";
import { dec, r2, rateOf, sum, today } from "#backend/platform/values";
import { opening } from "#documents/finance/opening";
import type { DraftOf, LineDraft } from "#documents/kit";
import { given, type OpeningRow } from "./lines";

type StockFix = LineDraft<typeof opening, "stockFixes">;
type DebtFix = LineDraft<typeof opening, "debtFixes">;

/** What each line of an opening of stock stands at after what has been corrected. */
export const stocksOf = (c: RuleContext, openingId: string) =>
  c.sql.query<{
    lineId: string;
    warehouseId: string;
    skuId: string;
    $warehouseId: string;
    $skuId: string;
    batchNo: string | null;
    oldGood: number;
    oldBad: number;
    oldValue: string;
  }>(
    `select l.id as "lineId", l.warehouse_id as "warehouseId", l.sku_id as "skuId", w.name as "$warehouseId",
       k.sku_code as "$skuId", l.batch_no as "batchNo", coalesce(l.fixed_good, l.good_qty) as "oldGood",
       coalesce(l.fixed_bad, l.bad_qty) as "oldBad", coalesce(l.fixed_value, l.value)::text as "oldValue"
     from opening_stock_line l join warehouse w on w.id = l.warehouse_id join sku k on k.id = l.sku_id
     where l.opening_id = $1 and l.tenant_id = $2 and l.del_flag = 0 order by l.line_no`,
    [openingId, c.tenantId],
  );

export interface DebtAsItStands {
  lineId: string;
  supplierId: string;
  $supplierId: string;
  oldNo: string | null;
  poOldNo: string | null;
  poId: string | null;
  currency: string;
  oldAmount: string;
  requested: string;
  rate: string;
}

/** The same of payables and prepayments, with what has been asked for and the rate that they stand at. */
export const debtsOf = (c: RuleContext, openingId: string) =>
  c.sql.query<DebtAsItStands>(
    `select l.id as "lineId", l.supplier_id as "supplierId", s.name as "$supplierId", l.old_no as "oldNo",
       l.po_old_no as "poOldNo", l.po_id as "poId", l.currency,
       coalesce(l.fixed_amount, l.amount)::text as "oldAmount", coalesce(l.requested_amount, 0)::text as requested,
       coalesce((select round(e.base_amount / e.amount, 8) from ap_entry e where e.biz_document = 'opening'
         and e.biz_id = l.opening_id and e.biz_line_id = l.id limit 1), 1)::text as rate
     from opening_debt_line l join supplier s on s.id = l.supplier_id
     where l.opening_id = $1 and l.tenant_id = $2 and l.del_flag = 0 order by l.line_no`,
    [openingId, c.tenantId],
  );

const DEBTS = ["payable", "prepaid"];

/** The opening that is corrected. @throws Refusal 409 why it is not */
export async function correctedOf(c: RuleContext, id: string | null | undefined) {
  const row = await pick(c, opening, id, ["no", "kind", "status", "companyId", "asOfDate"]);
  if ((await phaseOf(c)).phase === "setup") throw conflict(`${NOT_LIVE}；上线前的期初单请撤销后重新录入`);
  if (!row) throw invalidAt("correctsId", "请选择更正的期初单");
  if (row.status !== "locked") throw conflict(`期初单${row.no}不是已锁定，不能更正`);
  if (row.kind !== "stock" && !DEBTS.includes(row.kind ?? ""))
    throw conflict("期初在途和期初采购单请在生成的单据上处理，不能更正");
  return { ...row, id: given(id ?? null) };
}

/** Form of a correction: the lines of the opening as they stand, to be changed one by one. */
export async function prefillCorrection(c: RuleContext, id: SourceId): Promise<RuleValues> {
  const { no, kind } = await correctedOf(c, id);
  const rows = kind === "stock" ? { stockFixes: await stocksOf(c, id) } : { debtFixes: await debtsOf(c, id) };
  return { kind: "correction", correctsId: id, correctsName: no, ...rows };
}

export const byLine = <L extends { lineId: string }>(lines: readonly L[]) => new Map(lines.map((l) => [l.lineId, l]));

/** Whether a line is to be other than it stands. */
export const stockDiffers = (f: Omit<StockFix, "remark">): boolean =>
  f.newGood !== f.oldGood || f.newBad !== f.oldBad || !dec(f.newValue).eq(dec(f.oldValue));
export const debtDiffers = (f: Pick<DebtFix, "newAmount" | "oldAmount">): boolean =>
  !dec(f.newAmount).eq(dec(f.oldAmount));

async function stockFixes(c: RuleContext, openingId: string, rows: readonly StockFix[] | undefined) {
  const lines = await stocksOf(c, openingId);
  const known = byLine(lines);
  const asked: readonly StockFix[] = rows?.length ? rows : lines;
  return asked.map((row, i): StockFix => {
    const line = known.get(row.lineId ?? "");
    if (!line) throw invalidAt(`stockFixes.${i}.lineId`, "明细不在更正的期初单中");
    const [newGood, newBad] = [row.newGood ?? line.oldGood, row.newBad ?? line.oldBad];
    const [before, pieces] = [line.oldGood + line.oldBad, newGood + newBad];
    const newValue =
      row.newValue ??
      r2(
        dec(line.oldValue)
          .times(pieces)
          .div(before || 1),
      );
    if (!pieces && !dec(newValue).eq(0)) throw invalidAt(`stockFixes.${i}.newValue`, "数量更正为0时金额须为0");
    if (!before && pieces && !row.newValue) throw invalidAt(`stockFixes.${i}.newValue`, "请填写更正后金额");
    return { ...row, ...line, newGood, newBad, newValue };
  });
}

async function debtFixes(c: RuleContext, openingId: string, rows: readonly DebtFix[] | undefined) {
  const lines = await debtsOf(c, openingId);
  const known = byLine(lines);
  const asked: readonly DebtFix[] = rows?.length ? rows : lines;
  return asked.map((row, i): DebtFix => {
    const line = known.get(row.lineId ?? "");
    if (!line) throw invalidAt(`debtFixes.${i}.lineId`, "明细不在更正的期初单中");
    const { supplierId, oldNo, poOldNo, currency, oldAmount } = line;
    const newAmount = row.newAmount ?? oldAmount;
    return { ...row, lineId: line.lineId, supplierId, oldNo, poOldNo, currency, oldAmount, newAmount };
  });
}

/** A correction as it is saved: its lines beside what they correct, and what it comes to. */
export async function saveCorrection(c: RuleContext, next: DraftOf<typeof opening>, before?: OpeningRow) {
  const whole: DraftOf<typeof opening> = { ...before, ...next };
  const source = await correctedOf(c, before?.correctsId ?? whole.correctsId);
  if ((whole.reason ?? "").trim().length < 5) throw invalidAt("reason", "更正原因至少5个字");
  const debts = source.kind !== "stock";
  const stock = debts ? [] : await stockFixes(c, source.id, whole.stockFixes);
  const debt = debts ? await debtFixes(c, source.id, whole.debtFixes) : [];
  const told = new Map<string, string>();
  for (const f of debt)
    told.set(
      f.currency ?? "",
      sum([told.get(f.currency ?? "") ?? "0", dec(f.newAmount).minus(dec(f.oldAmount)).toFixed(2)]),
    );
  if (stock.length) told.set("CNY", sum(stock.map((f) => dec(f.newValue).minus(dec(f.oldValue)).toFixed(2))));
  const bases = [];
  for (const [currency, amount] of told)
    bases.push(r2(dec(amount).times(await rateOf(c.sql, c.tenantId, currency, source.asOfDate ?? today()))));
  Object.assign(next, {
    correctsId: source.id,
    companyId: source.companyId,
    asOfDate: source.asOfDate,
    stocks: [],
    transits: [],
    purchases: [],
    debts: [],
    stockFixes: stock,
    debtFixes: debt,
    rowCount: stock.filter(stockDiffers).length + debt.filter(debtDiffers).length,
    totalQty: stock.reduce((n, f) => n + (f.newGood ?? 0) + (f.newBad ?? 0) - (f.oldGood ?? 0) - (f.oldBad ?? 0), 0),
    sums: [...told].map(([currency, amount]) => `${currency} ${dec(amount).toFixed(2)}`).join("；"),
    baseAmount: sum(bases),
    oldNos: [source.no, ...debt.flatMap((f) => f.oldNo ?? [])].join("、").slice(0, 4000),
  });
}

/** The correction comes of the opening that it names. */
export async function linkCorrection(c: RuleContext, id: string): Promise<void> {
  const { correctsId } = (await pick(c, opening, id, ["correctsId"])) ?? {};
  if (correctsId) await link(c, { type: "opening", id: correctsId }, { type: "opening", id });
}
