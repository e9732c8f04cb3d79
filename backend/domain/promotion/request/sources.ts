import type { RuleContext } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import type { requestedSources } from "#documents/promotion/words";

export type SourceKind = keyof typeof requestedSources;

/** A line of a request as far as it names what it asks for. */
export interface SourceNamed {
  sourceType?: SourceKind | null;
  refundId?: string | null;
  rebateId?: string | null;
  promotionId?: string | null;
}

/** What money is asked for, as it is now. */
export interface RequestSource {
  kind: SourceKind;
  id: string;
  no: string;
  /** May be asked for. */
  ready: boolean;
  /** Of a promotion nobody: who is paid is chosen. */
  resourceId: string | null;
  currency: string;
  amount: string;
  /** The platform deducts it. */
  deducted: boolean;
  /** Who was to be paid when a refund was verified: name and account. */
  payee: string | null;
  /** Number of another living request that asks for it. */
  asked: string | null;
}

/** Name of the field that names a source, by its kind. */
export const sourceField = {
  refund: "refundId",
  rebate: "rebateId",
  platformPromotion: "promotionId",
} as const satisfies Record<SourceKind, keyof SourceNamed>;

const asked = (column: string) => `(select q.no from eva_request_line l
    join eva_request q on q.id = l.eva_request_id
  where l.${column} = t.id and l.del_flag = 0 and q.del_flag = 0 and q.id is distinct from $3
    and q.status in ('auditing', 'approved', 'paid') order by q.id limit 1)`;

const SELECTS: Record<SourceKind, string> = {
  refund: `select t.status = 'verified' as ready, t.resource_id as "resourceId", t.currency,
      t.total_amount::text as amount, coalesce(t.pay_method = 'platform', false) as deducted,
      concat_ws('|', t.payee_name, t.payee_hash) as payee, ${asked("refund_id")} as asked, t.id, t.no
    from eva_refund t`,
  rebate: `select t.status = 'confirmed' and t.direction = 'pay' as ready,
      t.resource_id as "resourceId", t.currency, t.payable_amount::text as amount,
      coalesce(r.pay_method = 'platform', false) as deducted, null as payee,
      ${asked("rebate_id")} as asked, t.id, t.no
    from rebate t join evaluation_resource r on r.id = t.resource_id`,
  platformPromotion: `select t.status in ('approved', 'running', 'ended', 'reviewed', 'cancelled') as ready,
      null as "resourceId", t.currency, round(coalesce(t.fixed_fee, 0)
        + coalesce(t.actual_qty, 0) * coalesce(t.unit_fee, 0), 2)::text as amount, false as deducted,
      null as payee, ${asked("promotion_id")} as asked, t.id, t.no
    from platform_promotion t`,
};

/** The id that a line names. */
export const idIn = (line: SourceNamed): string | undefined =>
  (line.sourceType && line[sourceField[line.sourceType]]) || undefined;

/** Ids of one kind that lines name. */
export const idsOf = (lines: readonly SourceNamed[], kind: SourceKind): string[] =>
  lines.flatMap((l) => (l.sourceType === kind ? (idIn(l) ?? []) : []));

/** What lines name, in their order; undefined: nothing of this tenant. `own`: the request itself. */
export async function sourcesOf(
  c: RuleContext,
  lines: readonly SourceNamed[],
  own?: string,
): Promise<(RequestSource | undefined)[]> {
  const found = new Map<string, RequestSource>();
  for (const kind of ["refund", "rebate", "platformPromotion"] as const) {
    const ids = idsOf(lines, kind);
    if (!ids.length) continue;
    const rows = await c.sql.query<Omit<RequestSource, "kind">>(
      `${SELECTS[kind]} where t.tenant_id = $1 and t.id = any($2::bigint[]) and t.del_flag = 0`,
      [c.tenantId, ids, own ?? null],
    );
    for (const row of rows) found.set(`${kind} ${row.id}`, { ...row, kind });
  }
  return lines.map((l) => found.get(`${l.sourceType} ${idIn(l)}`));
}

const NOT_READY: Record<SourceKind, (no: string) => string> = {
  refund: (no) => `返款单${no}未核对通过，不能请款`,
  rebate: (no) => `返利单${no}不是已确认的应付服务费，不能请款`,
  platformPromotion: (no) => `平台推广${no}未审核通过，不能请款`,
};

/**
 * Sources may be asked for, once, of one payee and currency.
 * @throws Refusal 409 单据 {no} 已请款, 一张请款单只能有一个收款方
 */
export function requireSources(sources: readonly RequestSource[], resourceId?: string | null): void {
  for (const { kind, no, ready, deducted, asked: by } of sources) {
    if (by) throw conflict(`单据 ${no} 已请款`);
    if (deducted) throw conflict(`单据 ${no} 由平台扣款，不能请款`);
    if (!ready) throw conflict(NOT_READY[kind](no));
  }
  const owners = sources.map((s) => s.resourceId ?? resourceId);
  const payees = sources.flatMap((s) => s.payee ?? []);
  if (new Set(owners).size > 1 || new Set(payees).size > 1) throw conflict("一张请款单只能有一个收款方");
  if (new Set(sources.map((s) => s.currency)).size > 1) throw conflict("请款明细的币种不一致");
}
