import { conflict, invalid, missing } from "#backend/platform/http";
import type { Copy, FlowNode } from "#documents/workflow";
import { defaultFlows, ensureDefinition } from "./defaults";
import type { FlowContext } from "./flow";

const COLUMNS = `d.id, d.def_key as "defKey", d.version, d.name, d.nodes, d.cc,
  d.create_time as "createTime", (select displayname from sys_user where id = d.create_by) as "createByName"`;

export interface DefinitionRow {
  id: string;
  defKey: string;
  version: number;
  name: string;
  nodes: FlowNode[];
  cc: Copy[];
  createTime: string;
  createByName: string | null;
}

/** Every kind of document with an approval has a definition; the shipped ones are written once. */
async function ensureAll(c: FlowContext) {
  const keys = new Set([...Object.keys(defaultFlows), ...c.flows.keys()]);
  for (const defKey of keys) await ensure(c, defKey);
}

async function ensure(c: FlowContext, defKey: string) {
  const document = c.flows.get(defKey)?.document;
  if (document || Object.hasOwn(defaultFlows, defKey))
    await ensureDefinition(c.sql, c.tenantId, defKey, document?.label ?? defKey);
}

/** The newest version of every definition, with the number of flows that run on any version. */
export async function listDefinitions(c: FlowContext) {
  await ensureAll(c);
  return c.sql.query(
    `select distinct on (d.def_key) ${COLUMNS}, (select count(*)::int from act_instance i
       where i.tenant_id = d.tenant_id and i.def_key = d.def_key and i.status = 'running') as running
     from act_definition d where d.tenant_id = $1 order by d.def_key, d.version desc`,
    [c.tenantId],
  );
}

/** One definition, newest version first, with what it was before. @throws Refusal 404 */
export async function readDefinition(c: FlowContext, defKey: string) {
  await ensure(c, defKey);
  const versions = await c.sql.query<DefinitionRow>(
    `select ${COLUMNS} from act_definition d where d.tenant_id = $1 and d.def_key = $2
     order by d.version desc limit 50`,
    [c.tenantId, defKey],
  );
  const [newest] = versions;
  if (!newest) throw missing("流程定义不存在");
  const roles = await c.sql.query<{ code: string; name: string }>(
    `select role_code as code, role_name as name from sys_role
     where tenant_id = $1 and del_flag = 0 order by id`,
    [c.tenantId],
  );
  return { ...newest, versions, roles };
}

/** Roles and people that a rule names must exist, or nobody could ever be found by it. */
async function requireApprovers(c: FlowContext, rules: string[]) {
  for (const rule of rules) {
    const [, role] = /^role:(\w+)/.exec(rule) ?? [];
    const [, user] = /^user:(\d+)$/.exec(rule) ?? [];
    const found = role
      ? await c.sql.one("select 1 from sys_role where tenant_id = $1 and role_code = $2 and del_flag = 0", [
          c.tenantId,
          role,
        ])
      : user
        ? await c.sql.one(
            `select 1 from sys_user where tenant_id = $1 and id = $2 and del_flag = 0 and lock_flag = '0'`,
            [c.tenantId, user],
          )
        : true;
    if (!found) throw invalid(role ? `角色${role}不存在` : "审批人不存在或已停用");
  }
}

/**
 * Saves a definition as its next version; what runs keeps the version that it began with.
 * @throws Refusal 400 unknown role or person; 409 when somebody saved meanwhile
 */
export async function saveDefinition(
  c: FlowContext,
  next: Omit<DefinitionRow, "id" | "createTime" | "createByName">,
): Promise<{ defKey: string; version: number }> {
  await readDefinition(c, next.defKey);
  const approvers = [...next.nodes, ...next.cc].map((n) => n.approver);
  await requireApprovers(c, approvers);
  const row = await c.sql.one<{ version: number }>(
    `insert into act_definition (tenant_id, def_key, version, name, nodes, cc, create_by)
     select $1, $2, $3 + 1, $4, $5, $6, $7
     where $3 = (select max(version) from act_definition where tenant_id = $1 and def_key = $2)
     on conflict do nothing returning version`,
    [
      c.tenantId,
      next.defKey,
      next.version,
      next.name,
      JSON.stringify(next.nodes),
      JSON.stringify(next.cc),
      c.caller.userId,
    ],
  );
  if (!row) throw conflict("单据已被他人修改，请刷新后重试");
  return { defKey: next.defKey, version: row.version };
}
