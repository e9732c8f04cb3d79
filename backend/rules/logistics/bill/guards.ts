import type { LineOf, RowOf } from "#documents/kit";
import { billSources } from "#documents/logistics/bill-lines";
import type { logisticsBill } from "#documents/logistics/logistics-bill";
import { lockAdvisory } from "../../../db/advisory";
import type { RuleContext } from "../../../documents/rules";
import { conflict, invalidAt } from "../../../http/refusal";
import { dec, r2 } from "../../../values/money";
import type { Source } from "./sources";

type Row = RowOf<typeof logisticsBill>;
type Line = LineOf<typeof logisticsBill, "items">;

/** States in which the goods of a source are known well enough to bear a cost. */
const READY: Record<Line["sourceType"], { states: readonly string[]; not: string }> = {
  transfer: {
    states: ["approved", "packed", "shipped", "partReceived", "done", "closed"],
    not: "未审批",
  },
  cabinet_combination: {
    states: ["booked", "loaded", "sailed", "arrived", "cleared", "done"],
    not: "未订舱",
  },
  customs_declaration: {
    states: ["approved", "declared", "inspecting", "released", "done"],
    not: "未审批",
  },
  delivery: { states: ["signed", "closed"], not: "未签收" },
};

/** What other bills that stand say of the same sources, CNY without tax. */
export async function billedBefore(
  { sql, tenantId }: RuleContext,
  row: Row,
): Promise<Map<string, string>> {
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

const keyOf = (l: Pick<Line, "sourceType" | "sourceId">) => `${l.sourceType}/${l.sourceId}`;

/** Number of another bill that stands with the forwarder's own number; who enters the same one waits. */
export async function sameBill({ sql, tenantId }: RuleContext, row: Row) {
  if (sql.held)
    await lockAdvisory(sql, "forwarderBill", `${tenantId}/${row.supplierId}/${row.billNo}`);
  const other = await sql.one<{ no: string }>(
    `select no from logistics_bill where tenant_id = $1 and supplier_id = $2 and bill_no = $3
       and id <> $4 and status in ('auditing', 'approved') and del_flag = 0 limit 1`,
    [tenantId, row.supplierId, row.billNo, row.id],
  );
  return other && `对方账单号${row.billNo}已录入：${other.no}`;
}

/** Its sources may be billed. @throws Refusal 409 */
export function requireReady(row: Row, sources: ReadonlyMap<string, Source>): void {
  for (const { sourceType, sourceNo } of row.items) {
    const source = sources.get(`${sourceType}/${sourceNo}`);
    const label = `${billSources[sourceType].label}${sourceNo}`;
    if (!source) throw conflict(`${label}不存在`);
    if (!READY[sourceType].states.includes(source.status))
      throw conflict(`${label}${READY[sourceType].not}，不能录入账单`);
  }
}

/** More than 10 % above what was expected needs a word. @throws Refusal 400 at the line */
export function requireRemarks(row: Row, rate: string, before: ReadonlyMap<string, string>): void {
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
