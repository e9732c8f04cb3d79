import type { DataScope } from "../http/endpoint";

/** dsType of the roles and what they stand for at this user. */
export interface ScopeFacts {
  /** '0' all, '1' custom, '2' department and below, '3' department, '4' self, '5' group, '6' own warehouses. */
  dsTypes: string[];
  customDeptIds: string[];
  /** The user's department first, then everything below it. */
  deptsBelow: string[];
  deptId: string | null;
  groupIds: string[];
}

/**
 * The widest scope of several roles (market.md §10): all, then departments together, groups, self;
 * own warehouses come to what another role gives.
 */
export function widestScope(facts: ScopeFacts): DataScope {
  const has = (type: string) => facts.dsTypes.includes(type);
  if (has("0")) return { kind: "all" };
  const deptIds = new Set<string>([
    ...(has("1") ? facts.customDeptIds : []),
    ...(has("2") ? facts.deptsBelow : []),
    ...(has("3") && facts.deptId ? [facts.deptId] : []),
  ]);
  const besides = has("6") && { warehouses: true as const };
  if (deptIds.size > 0) return { kind: "depts", deptIds: [...deptIds], ...besides };
  if (has("5") && facts.groupIds.length > 0) return { kind: "groups", groupIds: facts.groupIds, ...besides };
  if (besides && facts.dsTypes.every((type) => type === "6"))
    return { kind: "warehouses", deptIds: facts.deptId ? [facts.deptId] : [] };
  return { kind: "self", ...besides };
}
