import type { DeptSums, GroupSums, ModelSums, TradeSums } from "~/erp/cockpit.server";
import { toggled } from "~/screens/list/tree";
import { withParams } from "~/ui/url";
import type { TradeRow } from "./trade-columns";

/** Where a click on a row leads: the report one level down, with this row as its filter. */
const below = (url: string, by: string, filter: string, code: string) =>
  withParams(url, { by, [filter]: code, current: null, open: null, orderBy: null, order: null });

export const groupRows = (groups: readonly GroupSums[], url: string): TradeRow[] =>
  groups.map((g) => ({
    ...g,
    key: g.groupId,
    name: g.groupName,
    href: below(url, "model", "groupId", g.groupId),
  }));

export const modelRows = (models: readonly ModelSums[], overview: (code: string) => string) =>
  models.map(
    (m): TradeRow => ({
      ...m,
      key: m.modelCode,
      name: m.modelCode,
      href: overview(m.modelCode),
    }),
  );

/** Departments, and below those that stand open their groups. */
export const deptRows = (depts: readonly DeptSums[], open: string, url: string): TradeRow[] =>
  depts.flatMap(({ groups, ...d }) => {
    const dept: TradeRow = {
      ...d,
      ...{ key: d.deptId, name: d.deptName, depth: 0 },
      href: below(url, "group", "deptId", d.deptId),
    };
    if (!open.split(",").includes(d.deptId)) return [dept];
    const inside = groups.map(
      (g): TradeRow => ({
        ...g,
        ...{ key: `${d.deptId}-${g.groupId}`, name: g.groupName, depth: 1 },
        href: below(url, "model", "groupId", g.groupId),
      }),
    );
    return [dept, ...inside];
  });

/** How the tree of departments opens and closes: by its address. */
export const treeOf = (depts: readonly DeptSums[], open: string, url: string) => ({
  depth: (row: TradeRow) => row.depth ?? 0,
  open: (row: TradeRow) => (row.depth ? undefined : open.split(",").includes(row.key)),
  href: (row: TradeRow) =>
    withParams(url, {
      open: toggled(
        open,
        row.key,
        depts.map((d) => d.deptId),
      ),
    }),
});

export const sumRow = (sum: TradeSums): TradeRow => ({ ...sum, key: "Σ", name: "Σ 全部" });
