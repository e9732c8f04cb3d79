import { sharedQuery } from "#backend/domain/reports/shared-query";
import { STORE_GROUP } from "#backend/ledgers/facts/apply";
import { groupScope } from "#backend/ledgers/facts/scope";
import type { Sql } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import { dec, r2, round } from "#backend/platform/values";
import type { Asked } from "../asked/query";
import { type MeasureKey, RATIOS, type RatioKey } from "./measures";
import type { SumCell, Sums } from "./sums";

export type FigureKey = MeasureKey | RatioKey;

/** Amount of an answer: rounded once, here, to 2 decimals. */
export const amount = (exact: string): number => Number(r2(exact));

type SumExact = string | number | null | undefined;

/** Decimals of a fraction in an answer. */
const FRACTION = 10;

/** part / whole as a fraction with 10 decimals; null when there is no whole or it is 0. */
export function ratio(part: SumExact, whole: SumExact): number | null {
  const base = dec(whole);
  return base.eq(0) ? null : Number(round(dec(part).div(base), FRACTION));
}

/** (now − then) / |then|; null when `then` is missing or 0 (market.md 7.1, yoy and chain). */
export const change = (now: SumExact, then: SumExact): number | null =>
  now === null || now === undefined ? null : ratio(dec(now).minus(dec(then)).toFixed(), dec(then).abs().toFixed());

export const isRatio = (key: FigureKey): key is RatioKey => key in RATIOS;

/** A measure of one cell: amounts 2 decimals (0 without facts), ratios a fraction or null. */
export function figure(cell: Sums | undefined, key: MeasureKey): number;
export function figure(cell: Sums | undefined, key: FigureKey): number | null;
export function figure(cell: Sums | undefined, key: FigureKey): number | null {
  if (!isRatio(key)) return cell ? amount(cell[key]) : 0;
  const [part, whole] = RATIOS[key].of;
  return cell ? ratio(cell[part], cell[whole]) : null;
}

/** Exact sum of one measure over cells, rounded at the end. */
export const total = (cells: Iterable<SumCell>, key: MeasureKey): number => {
  let sum = dec(0);
  for (const cell of cells) sum = sum.plus(cell[key]);
  return amount(sum.toFixed());
};

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

/** Whose figures are what stores pay or get besides their goods. */
const UNALLOCATED_GROUP: Group = {
  groupId: STORE_GROUP,
  groupName: "未分配",
  deptId: STORE_GROUP,
  deptName: "未分配",
  leaderName: null,
  target: null,
  counted: false,
};

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
  return new Map([UNALLOCATED_GROUP, ...rows].map((group) => [group.groupId, group]));
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
