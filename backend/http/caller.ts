/** Rows that the caller may see; the widest of the caller's roles (market.md §10 dsType). */
export type DataScope =
  | { kind: "all" }
  | { kind: "depts"; deptIds: string[] }
  | { kind: "groups"; groupIds: string[] }
  | { kind: "self" };

/** Who calls: resolved from the bearer token once per request. Ids are strings. */
export interface Caller {
  userId: string;
  username: string;
  displayname: string;
  deptId: string | null;
  tenantId: string;
  /** Role codes such as ADMIN. */
  roles: string[];
  permissions: ReadonlySet<string>;
  scope: DataScope;
}

/** The system as who acts, on the rows of one tenant: jobs act in nobody's name. */
export const systemOf = (tenantId: string): { tenantId: string; caller: Caller } => ({
  tenantId,
  caller: {
    ...{ userId: "0", username: "", displayname: "系统", deptId: null, tenantId },
    ...{ roles: [], permissions: new Set(), scope: { kind: "self" } },
  },
});
