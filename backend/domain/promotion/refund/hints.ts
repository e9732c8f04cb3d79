import type { RuleContext } from "#backend/engine/documents";
import type { RowOf } from "#documents/kit";
import type { evaRefund } from "#documents/promotion/refund";

type HintRow = RowOf<typeof evaRefund>;

/** Lines whose participant gets money elsewhere too, by line; what refuses nothing and is to be looked at. */
export async function sameParticipants(c: RuleContext, id: string): Promise<Map<string, string>> {
  const rows = await c.sql.query<{ id: string; says: string }>(
    `select l.id, '代号' || l.participant_alias || '另有返款：'
         || string_agg(distinct r.no, '、' order by r.no) as says
     from eva_refund_line l
       join eva_refund own on own.id = l.eva_refund_id
       join eva_refund_line o on o.id <> l.id and o.del_flag = 0
         and lower(trim(o.participant_alias)) = lower(trim(l.participant_alias))
       join eva_refund r on r.id = o.eva_refund_id and r.tenant_id = own.tenant_id
         and r.resource_id = own.resource_id and r.status <> 'void' and r.del_flag = 0
     where own.id = $1 and own.tenant_id = $2 and l.del_flag = 0
     group by l.id, l.participant_alias order by l.id`,
    [id, c.tenantId],
  );
  return new Map(rows.map((r) => [r.id, r.says]));
}

/** Other resources that are paid to the same account. */
async function sameAccounts(c: RuleContext, resourceId: string | null): Promise<string[]> {
  const rows = await c.sql.query<{ name: string }>(
    `select o.resource_name as name from evaluation_resource o
       join evaluation_resource own on own.id = $2 and own.payee_hash = o.payee_hash
     where o.tenant_id = $1 and o.id <> own.id and o.del_flag = 0 order by o.id limit 3`,
    [c.tenantId, resourceId],
  );
  return rows.map((r) => r.name);
}

/** What is said beside the button of who submits or verifies it; nothing: it looks like no other. */
export async function doubtsOf(c: RuleContext, row: HintRow): Promise<string | undefined> {
  const accounts = await sameAccounts(c, row.resourceId);
  const people = [...(await sameParticipants(c, row.id)).values()];
  const said = [...(accounts.length ? [`收款账号与测评资源${accounts.join("、")}相同`] : []), ...new Set(people)];
  return said.length ? said.join("；") : undefined;
}
