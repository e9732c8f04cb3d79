import { Select } from "~/ui/choice/select";
import { DateRange } from "~/ui/date/date-range";
import { Field } from "~/ui/field/field";
import { ActiveFilters, FilterForm } from "~/ui/filter/filter-form";
import { TextInput } from "~/ui/input/text-input";
import { MultiSelect } from "~/ui/multi-select/multi-select";
import { flatten, labelsOf } from "~/ui/option";
import { withParams } from "~/ui/url";
import { type ExampleQuery, FILTERS } from "./query";
import { DEPTS, STATES } from "./rows";

interface ExampleFiltersProps {
  url: string;
  query: ExampleQuery;
  day: string;
}

const depts = flatten(DEPTS).map((d) => ({
  ...d,
  label: "　".repeat(d.depth) + d.label,
  children: undefined,
}));

/** The search form of the example list. */
export function ExampleFilters({ url, query, day }: ExampleFiltersProps) {
  const active = FILTERS.filter((name) => query[name].length > 0).length;
  return (
    <FilterForm url={url} names={FILTERS} active={active}>
      <Field name="no" label="编号">
        <TextInput
          type="search"
          filter="multi"
          value={query.no}
          placeholder="多个用空格或逗号分隔"
        />
      </Field>
      <Field name="name" label="名称">
        <TextInput type="search" value={query.name} />
      </Field>
      <Field name="dept" label="部门">
        <Select options={depts} value={query.dept} placeholder="全部" />
      </Field>
      <Field name="state" label="状态" group>
        <MultiSelect options={STATES} value={query.state} placeholder="全部" />
      </Field>
      <Field name="startDate" label="日期" group>
        <DateRange
          start={query.startDate}
          end={query.endDate}
          day={day}
          quickHref={(startDate, endDate) => withParams(url, { startDate, endDate, current: null })}
        />
      </Field>
    </FilterForm>
  );
}

/** Names the filters in force above the table. */
export function ExampleActiveFilters({ url, query }: Omit<ExampleFiltersProps, "day">) {
  const without = (...names: string[]) =>
    withParams(url, Object.fromEntries([...names, "current"].map((n) => [n, null])));
  const dates = query.startDate || query.endDate;
  const items = [
    query.no && { label: "编号", value: query.no, removeHref: without("no") },
    query.name && { label: "名称", value: query.name, removeHref: without("name") },
    query.dept && {
      label: "部门",
      value: labelsOf(DEPTS, [query.dept]).join(),
      removeHref: without("dept"),
    },
    query.state.length > 0 && {
      label: "状态",
      value: labelsOf(STATES, query.state).join("、"),
      removeHref: without("state"),
    },
    dates && {
      label: "日期",
      value: `${query.startDate} 至 ${query.endDate}`,
      removeHref: without("startDate", "endDate"),
    },
  ].filter((item) => !!item);
  return <ActiveFilters items={items} clearHref={without(...FILTERS)} />;
}
