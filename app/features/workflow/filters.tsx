import { DateRange } from "~/ui/date/date-range";
import { Field } from "~/ui/field/field";
import { type ActiveFilter, ActiveFilters, FilterForm } from "~/ui/filter/filter-form";
import { TextInput } from "~/ui/input/text-input";
import { MultiSelect } from "~/ui/multi-select/multi-select";
import { labelsOf } from "~/ui/option";
import { withParams } from "~/ui/url";
import type { BoxState } from "./box.server";
import { flowStates, taskStates } from "./words";

const NAMES = ["keyword", "bizType", "starter", "status", "arrivedFrom", "arrivedTo"] as const;

const split = (text: string | undefined) => (text ?? "").split(",").filter(Boolean);

const optionsOf = (words: typeof flowStates) =>
  Object.entries(words).map(([value, w]) => ({ value, label: w.label }));

/** States that rows of the list can have; to-do rows have one only. */
function statesOf(box: BoxState["box"]) {
  if (box === "todo") return null;
  if (box === "done") return optionsOf(taskStates).filter((o) => o.value !== "todo");
  return optionsOf(flowStates);
}

/** Filters of a list of flows (supply.md E.4), and those in force named below. */
export function BoxFilters({ state, url }: { state: BoxState; url: string }) {
  const { query, box, types } = state;
  const states = statesOf(box);
  const page = withParams(url, { current: null });
  const without = (...names: string[]) =>
    withParams(page, Object.fromEntries(names.map((n) => [n, null])));
  const one = (name: (typeof NAMES)[number], label: string, value?: string): ActiveFilter[] =>
    value ? [{ label, value, removeHref: without(name) }] : [];
  const { arrivedFrom, arrivedTo } = query;
  const active = [
    ...one("keyword", "关键字", query.keyword),
    ...one(
      "bizType",
      "单据类型",
      labelsOf(types, split(query.bizType)).join("、") || query.bizType,
    ),
    ...one("starter", "发起人", query.starter),
    ...one("status", "状态", labelsOf(states ?? [], split(query.status)).join("、")),
    ...(arrivedFrom || arrivedTo
      ? [
          {
            label: "到达时间",
            value: `${arrivedFrom || "…"} 至 ${arrivedTo || "…"}`,
            removeHref: without("arrivedFrom", "arrivedTo"),
          },
        ]
      : []),
  ];
  return (
    <>
      <FilterForm url={url} names={NAMES} active={active.length}>
        <Field name="keyword" label="关键字">
          <TextInput type="search" value={query.keyword} placeholder="标题、单号" />
        </Field>
        <Field name="bizType" label="单据类型" group>
          <MultiSelect options={types} value={split(query.bizType)} />
        </Field>
        {box !== "mine" && (
          <Field name="starter" label="发起人">
            <TextInput value={query.starter} placeholder="姓名或用户名" />
          </Field>
        )}
        {states && (
          <Field name="status" label="状态" group>
            <MultiSelect options={states} value={split(query.status)} />
          </Field>
        )}
        <Field name="arrivedFrom" label="到达时间" group>
          <DateRange
            startName="arrivedFrom"
            endName="arrivedTo"
            start={arrivedFrom}
            end={arrivedTo}
          />
        </Field>
      </FilterForm>
      <ActiveFilters items={active} clearHref={without(...NAMES)} />
    </>
  );
}
