/** Rows that the caller may see; the widest of the caller's roles (market.md §10 dsType). */
export type DataScope =
  | { kind: "all" }
  | ({ kind: "depts"; deptIds: string[] } & Besides)
  | ({ kind: "groups"; groupIds: string[] } & Besides)
  | ({ kind: "self" } & Besides)
  /** Of the warehouses that the caller manages or works in; what lies in none: of these departments. */
  | { kind: "warehouses"; deptIds: string[] };

/** Another role gives the caller's warehouses as well. */
interface Besides {
  warehouses?: true;
}

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
  /** The session is locked: nothing but its lock may be called. */
  locked?: boolean;
}

/** The system as who acts, on the rows of one tenant: jobs act in nobody's name. */
export const systemOf = (tenantId: string): { tenantId: string; caller: Caller } => ({
  tenantId,
  caller: {
    ...{ userId: "0", username: "", displayname: "系统", deptId: null, tenantId },
    ...{ roles: [], permissions: new Set(), scope: { kind: "self" } },
  },
});
