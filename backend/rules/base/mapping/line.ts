import type { MappingSystem } from "#documents/base/mapping/words";
import { enqueue } from "../../../connect/enqueue";
import type { RuleContext } from "../../../documents/rules";
import type { Mapping } from "./row";

export type Way = "push" | "pull";

/** Name of a message about a mapping. */
export const kindOf = (way: Way) => `mapping.${way}`;

/** The connection that speaks for a mapping's system; of one warehouse that warehouse's own. */
export const connectionOf = (
  { sql, tenantId }: Pick<RuleContext, "sql" | "tenantId">,
  { system, warehouseId }: { system: MappingSystem; warehouseId?: string | null },
) =>
  sql.one<{ id: string }>(
    `select id from connector
     where tenant_id = $1 and kind = 'warehouse' and enabled and del_flag = 0
       and case when $2 = 'overseas' then warehouse_id = $3 else provider = $2 end
     order by warehouse_id nulls first, id limit 1`,
    [tenantId, system, warehouseId ?? null],
  );

/** Whether the other side has still to hear something of a mapping. */
export const isWaiting = ({ sql }: Pick<RuleContext, "sql">, document: string, id: string) =>
  sql.one(
    `select 1 from outbox where document = $1 and document_id = $2
       and kind in ('mapping.push', 'mapping.pull') and status in ('pending', 'sending') limit 1`,
    [document, id],
  );

/** Keeps what the other side is to hear of a mapping. */
export const say = (
  c: RuleContext,
  way: Way,
  document: string,
  row: Pick<Mapping, "id" | "version" | "externalCode">,
  connectorId: string,
) =>
  enqueue(c, {
    ...{ kind: kindOf(way), key: `${kindOf(way)}/${row.id}/${row.version}`, connectorId },
    ...{ document, id: row.id, no: row.externalCode },
  });
