import { link, type RuleContext, type RuleValues, rules, type SourcesOf, transition } from "#backend/engine/documents";
import { readable } from "#backend/engine/documents/reading/readable";
import { postPayables } from "#backend/ledgers/payables/post";
import { lockAdvisory } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { closedMonth, dec, param, r2, rateOf, sum, today } from "#backend/platform/values";
import { documentNamed } from "#documents";
import type { DraftOf, LineDraft, LineOf, RowOf } from "#documents/kit";
import { type BillSource, billSources, logisticsBill } from "#documents/logistics/logistics-bill";
import { bearBill, unbearBill } from "./cost";
import { billSource } from "./delivery-cost";

type SourcesLine = LineDraft<typeof logisticsBill, "items">;

/** A document that a line bills, as it is known: what it was expected to cost, CNY. */
interface BillBillSource {
  id: string;
  no: string;
  status: string;
  estimate: string | null;
}

/** What each kind of source was expected to cost: of what is billed already, what it was before. */
const SELECT: Record<BillSource, string> = {
  transfer: `select t.id, t.no, t.status, coalesce(e.cny, t.freight_cny)::text as estimate
    from transfer t left join logistics_estimate e
      on e.document = 'transfer' and e.target_id = t.id`,
  cabinet_combination: `select t.id, t.no, t.status,
      round(t.total_fee * coalesce((select coalesce(r.my_rate, r.official_rate)
        from exchange_rate r where r.tenant_id = t.tenant_id and r.currency = t.currency
          and r.del_flag = 0 order by r.effective_date desc limit 1), 1), 2)::text as estimate
    from cabinet_combination t`,
  customs_declaration: `select t.id, t.no, t.status, null::text as estimate
    from customs_declaration t`,
  delivery: `select t.id, t.no, t.status, coalesce(e.cny, (select sum(s.freight_part)
        from wms_sign_line s join wms_sign h on h.id = s.wms_sign_id
          join delivery_line l on l.id = s.delivery_line_id
        where l.delivery_id = t.id and h.status <> 'reversed' and h.del_flag = 0))::text as estimate
    from delivery t left join logistics_estimate e
      on e.document = 'delivery' and e.target_id = t.id`,
};

const KINDS: readonly BillSource[] = [
  ...(["transfer", "cabinet_combination", "customs_declaration", "delivery"] as const),
];

/** Sources of lines by kind and number. */
async function sourcesOf(
  { sql, tenantId }: RuleContext,
  lines: readonly Pick<SourcesLine, "sourceType" | "sourceNo">[],
): Promise<Map<string, BillBillSource>> {
  const found = new Map<string, BillBillSource>();
  for (const kind of KINDS) {
    const numbers = lines.flatMap((l) => (l.sourceType === kind ? (l.sourceNo ?? []) : []));
    if (!numbers.length) continue;
    const rows = await sql.query<BillBillSource>(
      `${SELECT[kind]} where t.tenant_id = $1 and t.no = any($2::text[]) and t.del_flag = 0`,
      [tenantId, numbers],
    );
    for (const row of rows) found.set(`${kind}/${row.no}`, row);
  }
  return found;
}

/**
 * Fills what a line says of its source. Who saves may read it; what stands there already stays.
 * @throws Refusal 400 at a number that is not there, or that the caller may not read
 */
async function fillSources(c: RuleContext, lines: readonly SourcesLine[], known: ReadonlySet<string>): Promise<void> {
  for (const line of lines) line.sourceNo = line.sourceNo?.trim().toUpperCase() ?? null;
  const sources = await sourcesOf(c, lines);
  for (const [i, line] of lines.entries()) {
    const kind = line.sourceType ?? "transfer";
    const source = sources.get(`${kind}/${line.sourceNo}`);
    const may =
      source &&
      (known.has(`${kind}/${source.id}`) || (await readable(c, documentNamed(kind), [source.id])).has(source.id));
    if (!source || !may)
      throw invalidAt(`items.${i}.sourceNo`, `${billSources[kind].label}${line.sourceNo ?? ""}不存在`);
    Object.assign(line, { sourceId: source.id, estimate: source.estimate ?? "0" });
  }
}

type GuardsRow = RowOf<typeof logisticsBill>;
type BillLine = LineOf<typeof logisticsBill, "items">;

/** States in which the goods of a source are known well enough to bear a cost. */
const READY: Record<BillLine["sourceType"], { states: readonly string[]; not: string }> = {
  transfer: { states: ["approved", "packed", "shipped", "partReceived", "done", "closed"], not: "未审批" },
  cabinet_combination: { states: ["booked", "loaded", "sailed", "arrived", "cleared", "done"], not: "未订舱" },
  customs_declaration: { states: ["approved", "declared", "inspecting", "released", "done"], not: "未审批" },
  delivery: { states: ["signed", "closed"], not: "未签收" },
};

/** What other bills that stand say of the same sources, CNY without tax. */
async function billedBefore({ sql, tenantId }: RuleContext, row: GuardsRow): Promise<Map<string, string>> {
  const rows = await sql.query<{ key: string; amount: string }>(
    `select l.source_type || '/' || l.source_id as key,
       sum(round(l.amount * coalesce(b.rate, 1), 2))::text as amount
     from logistics_bill_line l join logistics_bill b on b.id = l.logistics_bill_id
     where b.tenant_id = $1 and b.id <> $2 and b.status in ('auditing', 'approved')
       and b.del_flag = 0 and l.del_flag = 0
       and l.source_type || '/' || l.source_id = any($3::text[]) group by 1`,
    [tenantId, row.id, row.items.map(keyOf)],
  );
  return new Map(rows.map((r) => [r.key, r.amount]));
}

const keyOf = (l: Pick<BillLine, "sourceType" | "sourceId">) => `${l.sourceType}/${l.sourceId}`;

/** Number of another bill that stands with the forwarder's own number; who enters the same one waits. */
async function sameBill({ sql, tenantId }: RuleContext, row: GuardsRow) {
  if (sql.held) await lockAdvisory(sql, "forwarderBill", `${tenantId}/${row.supplierId}/${row.billNo}`);
  const other = await sql.one<{ no: string }>(
    `select no from logistics_bill where tenant_id = $1 and supplier_id = $2 and bill_no = $3
       and id <> $4 and status in ('auditing', 'approved') and del_flag = 0 limit 1`,
    [tenantId, row.supplierId, row.billNo, row.id],
  );
  return other && `对方账单号${row.billNo}已录入：${other.no}`;
}

/** Its sources may be billed. @throws Refusal 409 */
function requireReady(row: GuardsRow, sources: ReadonlyMap<string, BillBillSource>): void {
  for (const { sourceType, sourceNo } of row.items) {
    const source = sources.get(`${sourceType}/${sourceNo}`);
    const label = `${billSources[sourceType].label}${sourceNo}`;
    if (!source) throw conflict(`${label}不存在`);
    if (!READY[sourceType].states.includes(source.status))
      throw conflict(`${label}${READY[sourceType].not}，不能录入账单`);
  }
}

/** More than 10 % above what was expected needs a word. @throws Refusal 400 at the line */
function requireRemarks(row: GuardsRow, rate: string, before: ReadonlyMap<string, string>): void {
  const sums = new Map(before);
  for (const [i, line] of row.items.entries()) {
    const upTo = dec(sums.get(keyOf(line))).plus(r2(dec(line.amount).times(rate)));
    sums.set(keyOf(line), upTo.toFixed(2));
    const most = dec(line.estimate).times("1.1");
    if (dec(line.estimate).gt(0) && upTo.gt(most) && !line.remark)
      throw invalidAt(
        `items.${i}.remark`,
        `第${i + 1}行累计${upTo.toFixed(2)}超过预估${line.estimate}的10%，请填写备注`,
      );
  }
}
type BillDraft = DraftOf<typeof logisticsBill>;

const PAYEES = ["logistics", "customs"];

/** The payee carries goods or clears them. @throws Refusal 400 */
async function requirePayee({ sql, tenantId }: RuleContext, supplierId: string | null | undefined) {
  const supplier = await sql.one<{ type: string; status: string }>(
    "select supplier_type as type, status from supplier where id = $1 and tenant_id = $2",
    [supplierId ?? null, tenantId],
  );
  if (supplier && !PAYEES.includes(supplier.type)) throw invalidAt("supplierId", "收款方须为物流商或报关行");
}

async function defaultCompany({ sql, tenantId }: RuleContext): Promise<string | null> {
  const code = await param(sql, tenantId, "default_pay_company");
  const company = await sql.one<{ id: string }>(
    "select id from company where tenant_id = $1 and code = $2 and del_flag = 0",
    [tenantId, code],
  );
  return company?.id ?? null;
}

/** Amounts of lines and header, at the rate of the bill's day. */
async function reckon(c: RuleContext, whole: BillDraft) {
  const lines = whole.items ?? [];
  for (const line of lines) line.total = sum([line.amount, line.taxAmount]);
  const totalAmount = sum(lines.map((l) => l.total));
  const rate = await rateOf(c.sql, c.tenantId, whole.currency ?? "CNY", whole.billDate ?? today());
  return {
    rate,
    totalAmount,
    baseAmount: r2(dec(totalAmount).times(rate)),
    amount: sum(lines.map((l) => l.amount)),
    taxAmount: sum(lines.map((l) => l.taxAmount)),
  };
}

const submit = transition(logisticsBill, "submit", {
  lock: async (c, row) => ({
    sources: await sourcesOf(c, row.items),
    before: await billedBefore(c, row),
    same: await sameBill(c, row),
    closed: await closedMonth(c, row.billDate),
    rate: await rateOf(c.sql, c.tenantId, row.currency, row.billDate),
  }),
  guard({ row, sources, before, same, closed, rate }) {
    requireReady(row, sources);
    requireRemarks(row, rate, before);
    return closed ?? same;
  },
  async effect(c, { row, rate }) {
    await c.sql.query(`update logistics_bill set rate = $2, base_amount = round(total_amount * $2, 2) where id = $1`, [
      row.id,
      rate,
    ]);
  },
});

/** One entry per line; they fall due by the terms of the payee. */
const enter = (c: RuleContext, row: GuardsRow, sign: 1 | -1, bizDate: string) =>
  postPayables(
    c,
    billSource(row),
    { supplierId: row.supplierId, poId: null, currency: row.currency, rate: row.rate ?? "1" },
    row.items.map((l) => ({ type: "fee", lineId: l.id, amount: dec(l.total).times(sign).toFixed(2) })),
    bizDate,
  );

const approved = transition(logisticsBill, "approved", {
  async effect(c, { row }) {
    await bearBill(c, row);
    await c.sql.query("update logistics_bill set due_date = ap_due_date(supplier_id, null, bill_date) where id = $1", [
      row.id,
    ]);
    await enter(c, row, 1, row.billDate);
  },
});

const voided = transition(logisticsBill, "void", {
  lock: async (c, row) => ({ closed: await closedMonth(c, row.billDate) }),
  guard: ({ row }) => dec(row.requestedAmount).gt(0) && "已请款，不能作废",
  async effect(c, { row, closed }) {
    await unbearBill(c, row);
    await enter(c, row, -1, closed ? today() : row.billDate);
  },
});

const toRequest = transition(logisticsBill, "toRequest", {
  guard: ({ row }) => dec(row.requestedAmount).gte(row.totalAmount) && "已全部请款",
});

/** A bill for transfers or deliveries that its maker may read: one line for each. */
async function prefill(
  { sql }: RuleContext,
  { transferIds = [], deliveryIds = [] }: SourcesOf<typeof logisticsBill>,
): Promise<RuleValues> {
  const rows = await sql.query<{ sourceType: string; sourceNo: string }>(
    `select 'transfer' as "sourceType", no as "sourceNo" from transfer where id = any($1::bigint[])
     union all select 'delivery', no from delivery where id = any($2::bigint[])`,
    [transferIds, deliveryIds],
  );
  return { billDate: today(), items: rows.map((r) => ({ ...r, feeType: "freight" })) };
}

/** 物流账单 (supply.md F.3). */
export const logisticsBillRules = rules(logisticsBill, {
  expressions: {
    openAmount: `case when t.status = 'approved'
      then t.total_amount - coalesce(t.requested_amount, 0) end`,
    askState: `case when t.status = 'approved' then
      case when t.total_amount > coalesce(t.requested_amount, 0) then 'open' else 'asked' end end`,
  },
  prefill,
  async beforeSave(c, next, before) {
    const lines = next.items ?? before?.items.map((l) => ({ ...l })) ?? [];
    const whole: BillDraft = { ...before, ...next, items: lines };
    await requirePayee(c, whole.supplierId);
    if (whole.billDate && whole.billDate > today()) throw invalidAt("billDate", "账单日期不能晚于今天");
    whole.companyId ??= await defaultCompany(c);
    if (!whole.companyId) throw conflict("请选择付款主体");
    const known = new Set(before?.items.map((l) => `${l.sourceType}/${l.sourceId}`));
    await fillSources(c, lines, known);
    Object.assign(next, await reckon(c, whole), {
      items: lines,
      companyId: whole.companyId,
      sourceNos: [...new Set(lines.map((l) => l.sourceNo))].join(" "),
    });
  },
  async afterSave(c, id, { items = [] }) {
    for (const { sourceType, sourceId } of items)
      if (sourceType && sourceId) await link(c, { type: sourceType, id: sourceId }, { type: "logistics_bill", id });
  },
  transitions: [submit, approved, voided, toRequest],
});
