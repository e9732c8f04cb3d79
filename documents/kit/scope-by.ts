/** Fields that say whose a row is. */
export interface ScopeBy {
  dept?: string;
  group?: string;
  user?: string;
  warehouse?: string;
  store?: string;
  all?: string;
}
