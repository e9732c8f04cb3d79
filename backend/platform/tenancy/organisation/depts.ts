/** A seeded department; `key` is only used while seeding. */
export interface SeedDept {
  key: string;
  name: string;
  parent: string | null;
  /** Division (事业部) that it belongs to; a division belongs to itself. */
  division?: string;
}

const under = (parent: string, names: Record<string, string>, division?: string): SeedDept[] =>
  Object.entries(names).map(([key, name]) => ({ key, name, parent, division }));

/**
 * Three divisions with two operating departments each (market.md 0.6), and the functional
 * departments. A parent stands before its children.
 */
export const DEPTS: SeedDept[] = [
  { key: "root", name: "总公司", parent: null },
  { key: "gm", name: "总经办", parent: "root" },
  { key: "divNa", name: "北美事业部", parent: "root", division: "divNa" },
  ...under("divNa", { na1: "北美一部", na2: "北美二部" }, "divNa"),
  { key: "divEu", name: "欧洲事业部", parent: "root", division: "divEu" },
  ...under("divEu", { eu1: "欧洲一部", eu2: "欧洲二部" }, "divEu"),
  { key: "divAp", name: "亚太事业部", parent: "root", division: "divAp" },
  ...under("divAp", { jp: "日本部", am: "澳洲中东部" }, "divAp"),
  ...under("root", {
    product: "产品部",
    purchase: "采购部",
    warehouse: "仓储部",
    logistics: "物流部",
    finance: "财务部",
    promo: "推广部",
    kol: "红人部",
    service: "客服部",
    it: "信息部",
  }),
];

/** Operating departments in the order of their groups: group 1–10 is in the first, and so on. */
export const OPS_DEPTS = ["na1", "na2", "eu1", "eu2", "jp", "am"];

/** Operating groups per department (60 in all, market.md 0.6). */
export const GROUPS_PER_DEPT = 10;
