import type { Dimension } from "~/erp/cockpit.server";
import type { UiOption } from "~/ui/option";
import type { CockpitFilterName, Filters } from "./query";

/** Filters that stand below others: a department belongs to a division, a site to a region. */
const LEVELS = [
  ["divisionId", "DIVISION", undefined],
  ["deptId", "DEPT", "divisionId"],
  ["groupId", "GROUP", "deptId"],
  ["regionCode", "REGION", undefined],
  ["siteCode", "SITE", "regionCode"],
] as const;
type CascadeLevel = (typeof LEVELS)[number];
type Leveled = CascadeLevel[0];

const levelOf = (name: Leveled) => LEVELS.find(([n]) => n === name) as CascadeLevel;

const find = (all: readonly Dimension[], name: Leveled, code: string | undefined) =>
  all.find((d) => d.dimType === levelOf(name)[1] && d.dimCode === code);

/**
 * Filters that fit each other: a choice below names the one above it, and goes when somebody chose
 * another one above. A choice that is not among the dimensions (out of the data scope) stays: the
 * figures then are empty rather than those of everything.
 */
export function fitting(filters: Filters, all: readonly Dimension[]): Filters {
  const fit: Filters = { ...filters };
  for (const [name] of LEVELS) {
    const chosen = find(all, name, fit[name]);
    if (chosen && !isBelow(chosen, name, fit, all)) fit[name] = undefined;
  }
  for (const [name, , above] of [...LEVELS].reverse()) {
    const chosen = find(all, name, fit[name]);
    if (chosen?.parentCode && above) fit[above] = chosen.parentCode;
  }
  return fit;
}

/** Choices of one filter: those below what is chosen above, else all of them under their headings. */
export function optionsOf(name: Leveled, filters: Filters, all: readonly Dimension[]): UiOption[] {
  const [, type, above] = levelOf(name);
  const plain = (d: Dimension): UiOption => ({ value: d.dimCode, label: d.dimName });
  const own = all.filter((d) => d.dimType === type && isBelow(d, name, filters, all));
  const lost = filters[name] && !find(all, name, filters[name]) ? filters[name] : null;
  const extra = lost ? [{ value: lost, label: `${lost}（不在数据范围内）` }] : [];
  if (!above || filters[above]) return [...own.map(plain), ...extra];
  const parents = all.filter((d) => d.dimType === levelOf(above)[1]);
  const grouped = parents.map((p) => ({
    ...plain(p),
    children: own.filter((d) => d.parentCode === p.dimCode).map(plain),
  }));
  return [...grouped.filter((g) => g.children.length), ...extra];
}

/** Whether a dimension stands below everything that is chosen above it. */
function isBelow(d: Dimension, name: Leveled, filters: Filters, all: readonly Dimension[]) {
  let at: Dimension | undefined = d;
  for (let up = levelOf(name)[2]; up && at; up = levelOf(up)[2]) {
    if (filters[up] && at.parentCode !== filters[up]) return false;
    at = find(all, up, at.parentCode);
  }
  return true;
}

/** Name of a choice; its code where nobody knows it. */
export function nameOf(name: CockpitFilterName, code: string, all: readonly Dimension[]): string {
  if (name === "modelCode") return all.find((d) => d.dimType === "MODEL" && d.dimCode === code)?.dimName ?? code;
  return find(all, name, code)?.dimName ?? code;
}
