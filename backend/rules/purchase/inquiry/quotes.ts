import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec } from "../../../values/money";
import { requireApprovedSupplier } from "../../supplier/usable";
import { compare } from "./quote-compare";

const at = (i: number, field: string, message: string) =>
  invalid(message, { [`quotes.${i}.${field}`]: message });

/** What a supplier answered; a change of it is a new quote. */
const ANSWERS = [
  "quotedPrice",
  "taxIncludedQuote",
  "taxRate",
  "moq",
  "leadDays",
  "validTo",
] as const;
const NUMBERS = new Set<string>(["quotedPrice", "taxRate"]);

interface Quote extends Values {
  id?: string;
  lineId: string;
  supplierId: string;
}

const keyOf = (q: Values) => `${q.lineId}/${q.supplierId}`;
const same = (field: string, a: unknown, b: unknown) =>
  NUMBERS.has(field)
    ? (a ?? "") === "" || (b ?? "") === ""
      ? (a ?? "") === (b ?? "")
      : dec(a as string).eq(dec(b as string))
    : String(a ?? "") === String(b ?? "");

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

/** Was something answered that was not there before? */
const isNew = (q: Values, old: Values | undefined) =>
  ANSWERS.some((f) => q[f] !== undefined && !same(f, q[f], old?.[f])) &&
  ((q.quotedPrice ?? "") !== "" || (old?.quotedPrice ?? "") !== "");

function requireAnswer(i: number, q: Values, fresh: boolean) {
  const priced = (q.quotedPrice ?? "") !== "";
  if (priced && !dec(q.quotedPrice as string).gt(0)) throw at(i, "quotedPrice", "报价须大于0");
  if (priced && fresh && q.validTo && String(q.validTo) < today())
    throw at(i, "validTo", "有效期不能早于今天");
  if (!priced && Number(q.awardQty) > 0) throw at(i, "awardQty", "未报价的供应商不能定标");
}

/** Given rows on top of what stands there; rows that are not named stay as they are. */
async function merged(c: RuleContext, row: Row, given: readonly Values[], deadline: string) {
  const stored = row.quotes as Quote[];
  const late = deadline < nowText();
  const byKey = new Map(stored.map((q) => [keyOf(q), q]));
  const byId = new Map(stored.map((q) => [String(q.id), q]));
  const lineIds = new Set((row.items as Row[]).map((l) => l.id));
  const seen = new Set<string>();
  for (const [i, q] of given.entries()) {
    const old = q.id ? byId.get(String(q.id)) : byKey.get(keyOf(q));
    if (!old) {
      if (!lineIds.has(String(q.lineId))) throw at(i, "lineId", "询价明细不存在");
      await requireApprovedSupplier(c, q.supplierId, `quotes.${i}.supplierId`);
    }
    const next = {
      ...old,
      ...Object.fromEntries(Object.entries(q).filter(([, v]) => v !== undefined)),
    };
    const whole = {
      ...next,
      lineId: old?.lineId ?? q.lineId,
      supplierId: old?.supplierId ?? q.supplierId,
    };
    if (seen.has(keyOf(whole))) throw at(i, "supplierId", "同一明细的供应商重复");
    seen.add(keyOf(whole));
    const fresh = isNew(q, old);
    if (fresh && late) throw conflict("已过报价截止时间");
    requireAnswer(i, whole, fresh);
    byKey.set(keyOf(whole), whole as Quote);
  }
  return [...byKey.values()];
}

/** Now as it travels: yyyy-MM-dd HH:mm:ss in Asia/Shanghai. */
export const nowText = () =>
  new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

/**
 * 录入报价/定标: stores answers and awards of an inquiry whose header is locked; rows that are not
 * given stay. Answers are only taken until the deadline, awards always.
 * @throws Refusal 409 已过报价截止时间
 */
export async function recordQuotes(c: RuleContext, row: Row, input: Values) {
  const given = (input.quotes as Values[] | undefined) ?? [];
  const asked = (input.deadline as string | null) || null;
  const deadline = String(row.deadline);
  if (asked && asked !== deadline && row.status !== "inquiring")
    throw invalid("已报价后不能修改报价截止", { deadline: "已报价后不能修改报价截止" });
  const quotes = await merged(c, row, given, asked ?? deadline);
  compare(quotes);
  if (!quotes.some((q) => q.price)) throw conflict("请至少录入一个报价");
  return { quotes, deadline: asked ?? deadline };
}
