/** Names of the fields that say which document made a row. */
export interface Maker {
  document: string;
  id: string;
  text: string;
}

/** Fields that say whose a row is. */
export interface ScopeBy {
  dept?: string;
  group?: string;
  /** Of several, one is enough. */
  user?: string | readonly string[];
  /** Of several, one is enough. */
  warehouse?: string | readonly string[];
  store?: string;
  all?: string;
  /** A bool: rows where it is true are seen by whoever may see the list. */
  common?: string;
  /**
   * Who reads a row in one of these states is chosen on it: everybody, departments with those below
   * them, or roles. Whoever made it reads it in any state.
   */
  readers?: { scope: string; depts: string; roles: string; states: readonly string[] };
}

/** Fields that say where a row lies. */
export const placesOf = (by: ScopeBy | undefined): readonly string[] => [by?.warehouse ?? []].flat();
