import type { Sql } from "../../../db/sql";
import { groupScope } from "../../../facts/scope";
import type { Caller } from "../../../http/caller";
import { dec, r2 } from "../../../values/money";
import { sharedQuery } from "../../shared-query";
import type { Asked } from "../asked/query";
import { ratio } from "./figures";

/** An operating group with its target of one month, CNY; `counted`: in the caller's scope and asked for. */
export interface Group {
  groupId: string;
  groupName: string;
  deptId: string;
  deptName: string;
  leaderName: string | null;
  target: string | null;
  counted: boolean;
}

/** All groups of the tenant by id: groups that are gone or moved still have facts. */
export async function groupsOf(sql: Sql, caller: Caller, asked: Asked) {
  const counted = groupScope(caller, "g").and("g.del_flag = 0");
  for (const [values, column] of [
    [asked.divisionId, "d.division_id"],
    [asked.deptId, "g.dept_id"],
    [asked.groupId, "g.id"],
  ] as const) {
    if (values) counted.and(`${column} = any (?::bigint[])`, values);
  }
  const text = `select g.id as "groupId", g.group_name as "groupName", g.dept_id as "deptId", d.name as "deptName",
       u.displayname as "leaderName", g.monthly_income_target as target, (${counted}) as counted
     from ops_group g left join sys_dept d on d.id = g.dept_id left join sys_user u on u.id = g.leader_id
     where g.tenant_id = ${counted.bind(caller.tenantId)}`;
  const rows = await sharedQuery<Group>(sql, { text, values: counted.values });
  return new Map(rows.map((group) => [group.groupId, group]));
}

/** A target is one of whole groups: it says nothing of one site, store or model. */
export const hasTarget = ({ regionCode, siteCode, storeId, modelCode }: Asked) =>
  !regionCode && !siteCode && !storeId && !modelCode;

/** Income target of groups over the asked months, and how much of it was reached. */
export function completion(asked: Asked, groups: (Group | undefined)[], income: string) {
  const none = { incomeTarget: null, completion: null };
  if (!hasTarget(asked)) return none;
  let target = dec(0);
  for (const group of groups) if (group?.counted) target = target.plus(dec(group.target));
  if (target.eq(0)) return none;
  const sum = r2(target.times(asked.months.length));
  return { incomeTarget: Number(sum), completion: ratio(income, sum) };
}
