import { requireSeller } from "#backend/domain/supplier/usable";
import { patch, type RuleContext, transition } from "#backend/engine/documents";
import { writeLines } from "#backend/engine/documents/writing/lines";
import { lockIds } from "#backend/platform/db";
import { tieFiles } from "#backend/platform/files/owners";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, now, today } from "#backend/platform/values";
import type { InputOf, RowOf } from "#documents/kit";
import { inquiryOrder } from "#documents/purchase/inquiry-order";
import { type Answer, compared } from "./compare";

/** Suppliers that are named, each with the path of its field. */
type QuoteNamed = readonly { id: string | null | undefined; path: string }[];

/** Suppliers are approved and sell goods; they stay so until the transaction ends. Answers their names. */
export async function requireApproved(c: RuleContext, named: QuoteNamed): Promise<string[]> {
  await lockIds(
    c.sql,
    "supplier",
    named.map((s) => s.id),
    "share",
  );
  const names: string[] = [];
  for (const { id, path } of named) names.push((await requireSeller(c, id, path)).name);
  return names;
}

/** Suppliers of an inquiry are approved and come once. */
export async function requireSuppliers(c: RuleContext, rows: readonly { supplierId?: string | null }[]): Promise<void> {
  const named = rows.map((r, i) => ({ id: r.supplierId, path: `suppliers.${i}.supplierId` }));
  const names = await requireApproved(c, named);
  for (const [i, { id, path }] of named.entries())
    if (named.findIndex((s) => s.id === id) < i) throw invalidAt(path, `供应商 ${names[i]} 重复`);
}

type InquiryQuoteRow = RowOf<typeof inquiryOrder>;
type QuoteInput = InputOf<typeof inquiryOrder, "recordQuote">;

const EMPTY = { taxIncludedQuote: false, awardQty: 0, orderedQty: 0, attachment: [] };

/** One empty quote for each line and supplier of an inquiry that starts. */
export const openQuotes = (c: RuleContext, id: string) =>
  c.sql.query(
    `insert into inquiry_quote (tenant_id, create_by, inquiry_order_id, line_no, line_id, supplier_id,
       tax_included_quote, award_qty, tax_rate)
     select $2, $3, $1, row_number() over (order by l.line_no, s.line_no), l.id, s.supplier_id, false,
       0, coalesce(nullif(p.tax_rate, '')::numeric, 13)
     from inquiry_order_line l
       join inquiry_order_supplier s on s.inquiry_order_id = l.inquiry_order_id and s.del_flag = 0
       join supplier p on p.id = s.supplier_id
     where l.inquiry_order_id = $1 and l.del_flag = 0`,
    [id, c.tenantId, c.caller.userId],
  );

const keyOf = (q: { lineId?: string | null; supplierId?: string | null }) => `${q.lineId}/${q.supplierId}`;
type QuoteDecimal = string | null | undefined;
const same = (a: QuoteDecimal, b: QuoteDecimal) => (a && b ? dec(a).eq(dec(b)) : !a === !b);

/** Was something answered that was not there before? An answer without a price is none. */
const isNew = (q: Answer, old: Partial<Answer> = EMPTY) =>
  !!(q.quotedPrice || old.quotedPrice) &&
  !(
    same(q.quotedPrice, old.quotedPrice) &&
    same(q.taxRate, old.taxRate) &&
    q.taxIncludedQuote === old.taxIncludedQuote &&
    (q.moq ?? null) === (old.moq ?? null) &&
    (q.leadDays ?? null) === (old.leadDays ?? null) &&
    (q.validTo ?? null) === (old.validTo ?? null)
  );

function requireAnswer(i: number, q: Answer, fresh: boolean): void {
  const at = (field: string, message: string) => invalidAt(`quotes.${i}.${field}`, message);
  if (q.quotedPrice && !dec(q.quotedPrice).gt(0)) throw at("quotedPrice", "报价须大于0");
  if (q.quotedPrice && fresh && q.validTo && q.validTo < today()) throw at("validTo", "有效期不能早于今天");
  if (!q.quotedPrice && q.awardQty) throw at("awardQty", "未报价的供应商不能定标");
}

/** Until when answers are taken. It may be moved as long as nobody has answered. */
function deadlineOf(row: InquiryQuoteRow, { deadline }: QuoteInput): string {
  if (deadline && deadline !== row.deadline && row.status !== "inquiring")
    throw invalidAt("deadline", "已报价后不能修改报价截止");
  return deadline ?? row.deadline;
}

/**
 * Given answers on top of what stands there, compared; rows that are not named stay as they are. New
 * answers are only taken until the deadline, awards always.
 * @throws Refusal 409 已过报价截止时间
 */
export function mergedQuotes(row: InquiryQuoteRow, input: QuoteInput): { quotes: Answer[]; added: Added[] } {
  const late = deadlineOf(row, input) < now();
  const byKey = new Map<string, Answer>(row.quotes.map((q) => [keyOf(q), q]));
  const byId = new Map<string, Answer>(row.quotes.map((q) => [q.id, q]));
  const added: Added[] = [];
  const seen = new Set<string>();
  for (const [i, q] of input.quotes.entries()) {
    const old = q.id ? byId.get(q.id) : byKey.get(keyOf(q));
    const { lineId, supplierId } = old ?? q;
    if (!lineId || !row.items.some((l) => l.id === lineId)) throw invalidAt(`quotes.${i}.lineId`, "询价明细不存在");
    if (!supplierId) throw invalidAt(`quotes.${i}.supplierId`, "供应商不存在");
    if (!old) added.push({ id: supplierId, path: `quotes.${i}.supplierId` });
    const whole = { ...EMPTY, ...old, ...q, lineId, supplierId };
    if (seen.has(keyOf(whole))) throw invalidAt(`quotes.${i}.supplierId`, "同一明细的供应商重复");
    seen.add(keyOf(whole));
    const fresh = isNew(whole, old);
    if (fresh && late) throw conflict("已过报价截止时间");
    requireAnswer(i, whole, fresh);
    byKey.set(keyOf(whole), whole);
  }
  const quotes = compared([...byKey.values()]);
  if (!quotes.some((q) => q.price)) throw conflict("请至少录入一个报价");
  return { quotes, added };
}

/** A supplier that had not been asked. */
interface Added {
  id: string;
  path: string;
}

/** 录入报价/定标 in inquiring, quoted and rejected. */
export const recordQuote = transition(inquiryOrder, "recordQuote", {
  check({ row }, input) {
    mergedQuotes(row, input);
  },
  async effect(c, { row }, input) {
    const { quotes, added } = mergedQuotes(row, input);
    await requireApproved(c, added);
    await writeLines(c, inquiryOrder, {}, row.id, { quotes });
    const files = quotes.flatMap((q) => q.attachment ?? []);
    await tieFiles(c, { type: "inquiry_order", id: row.id }, files);
    await patch(c, inquiryOrder, row.id, {
      deadline: deadlineOf(row, input),
      supplierCount: new Set(quotes.map((q) => q.supplierId)).size,
    });
  },
});
