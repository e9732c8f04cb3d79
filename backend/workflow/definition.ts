import type { Copy, FlowNode } from "#documents/workflow";
import type { Sql } from "../db/sql";
import { defaultFlow } from "./defaults";

export interface Definition {
  defKey: string;
  version: number;
  name: string;
  nodes: FlowNode[];
  cc: Copy[];
}

const COLUMNS = `def_key as "defKey", version, name, nodes, cc`;

const newest = (sql: Sql, tenantId: string, defKey: string) =>
  sql.one<Definition>(
    `select ${COLUMNS} from act_definition where tenant_id = $1 and def_key = $2
     order by version desc limit 1`,
    [tenantId, defKey],
  );

/** Writes version 1 from the shipped flow unless the tenant has a definition. */
export async function ensureDefinition(sql: Sql, tenantId: string, defKey: string, label: string) {
  const { name, nodes, cc = [] } = defaultFlow(defKey, label);
  await sql.query(
    `insert into act_definition (tenant_id, def_key, version, name, nodes, cc)
     select $1, $2, 1, $3, $4, $5
     where not exists (select 1 from act_definition where tenant_id = $1 and def_key = $2)
     on conflict do nothing`,
    [tenantId, defKey, name, JSON.stringify(nodes), JSON.stringify(cc)],
  );
}

/** The definition that a new flow takes: the tenant's newest, at first the shipped one. */
export async function currentDefinition(
  sql: Sql,
  tenantId: string,
  defKey: string,
  label: string,
): Promise<Definition> {
  const found = await newest(sql, tenantId, defKey);
  if (found) return found;
  await ensureDefinition(sql, tenantId, defKey, label);
  return (await newest(sql, tenantId, defKey)) as Definition;
}

/** The version that a flow runs on; versions are never changed. */
export async function definitionAt(sql: Sql, tenantId: string, defKey: string, version: number) {
  const found = await sql.one<Definition>(
    `select ${COLUMNS} from act_definition where tenant_id = $1 and def_key = $2 and version = $3`,
    [tenantId, defKey, version],
  );
  if (!found) throw new Error(`definition ${defKey} has no version ${version}`);
  return found;
}
