import { documentNamed } from "#documents";
import type { LineDraft } from "#documents/kit";
import { type BillSource, billSources } from "#documents/logistics/bill-lines";
import type { logisticsBill } from "#documents/logistics/logistics-bill";
import { readable } from "../../../documents/reading/readable";
import type { RuleContext } from "../../../documents/rules";
import { invalidAt } from "../../../http/refusal";

export type Line = LineDraft<typeof logisticsBill, "items">;

/** A document that a line bills, as it is known: what it was expected to cost, CNY. */
export interface Source {
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
export async function sourcesOf(
  { sql, tenantId }: RuleContext,
  lines: readonly Pick<Line, "sourceType" | "sourceNo">[],
): Promise<Map<string, Source>> {
  const found = new Map<string, Source>();
  for (const kind of KINDS) {
    const numbers = lines.flatMap((l) => (l.sourceType === kind ? (l.sourceNo ?? []) : []));
    if (!numbers.length) continue;
    const rows = await sql.query<Source>(
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
export async function fillSources(
  c: RuleContext,
  lines: readonly Line[],
  known: ReadonlySet<string>,
): Promise<void> {
  for (const line of lines) line.sourceNo = line.sourceNo?.trim().toUpperCase() ?? null;
  const sources = await sourcesOf(c, lines);
  for (const [i, line] of lines.entries()) {
    const kind = line.sourceType ?? "transfer";
    const source = sources.get(`${kind}/${line.sourceNo}`);
    const may =
      source &&
      (known.has(`${kind}/${source.id}`) ||
        (await readable(c, documentNamed(kind), [source.id])).has(source.id));
    if (!source || !may)
      throw invalidAt(
        `items.${i}.sourceNo`,
        `${billSources[kind].label}${line.sourceNo ?? ""}不存在`,
      );
    Object.assign(line, { sourceId: source.id, estimate: source.estimate ?? "0" });
  }
}
