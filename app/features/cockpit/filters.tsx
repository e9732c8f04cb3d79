import type { Dimension } from "~/erp/cockpit.server";
import { type ActiveFilter, ActiveFilters, Field, FilterForm, Select, withParams } from "~/ui";
import { nameOf, optionsOf } from "./cascade";
import { closedMonths, FILTERS, type Filters, monthText, runningMonth } from "./query";

const SELECTS = [
  ["divisionId", "事业部"],
  ["deptId", "部门"],
  ["groupId", "小组"],
  ["regionCode", "大区"],
  ["siteCode", "站点"],
] as const;

interface CockpitFiltersProps {
  /** The page without its dialog. */
  url: string;
  filters: Filters;
  dimensions: readonly Dimension[];
  /** Oldest month that has figures. */
  first?: string;
  /** Fields of months: name, label and the chosen one. */
  months: readonly (readonly [name: string, label: string, value: string])[];
}

/**
 * Months and dimensions of a cockpit page: a GET form whose choices send it, or its button does.
 * Region and site are named below it; division, department and group by the path of the drill-down.
 */
export function CockpitFilters({ url, filters, dimensions, first, months }: CockpitFiltersProps) {
  const active = FILTERS.filter((name) => filters[name]).length;
  const page = withParams(url, { current: null });
  const places = [
    ["regionCode", "大区", { regionCode: null, siteCode: null }],
    ["siteCode", "站点", { siteCode: null }],
  ] as const;
  const shown = places.flatMap(([name, label, gone]): ActiveFilter[] => {
    const code = filters[name];
    if (!code) return [];
    return [{ label, value: nameOf(name, code, dimensions), removeHref: withParams(page, { ...gone }) }];
  });
  return (
    <>
      <FilterForm url={url} names={[...months.map(([name]) => name), ...FILTERS]} active={active}>
        {months.map(([name, label, value]) => (
          <Field key={name} name={name} label={label}>
            <Select auto options={monthOptions(value, first)} value={value} placeholder={null} />
          </Field>
        ))}
        {SELECTS.map(([name, label]) => (
          <Field key={name} name={name} label={label}>
            <Select auto options={optionsOf(name, filters, dimensions)} value={filters[name]} placeholder="全部" />
          </Field>
        ))}
        {filters.modelCode && <input type="hidden" name="modelCode" value={filters.modelCode} />}
      </FilterForm>
      <ActiveFilters items={shown} clearHref={withParams(page, { regionCode: null, siteCode: null })} />
    </>
  );
}

/** Closed months and the running one, and the shown one when it is another. */
function monthOptions(shown: string, first = "") {
  const running = runningMonth();
  const known = [running, ...closedMonths().filter((month) => month >= first)];
  const all = known.includes(shown) ? known : [shown, ...known];
  return all.map((value) => ({
    value,
    label: value === running ? `${monthText(value)}（本月至今）` : monthText(value),
  }));
}
