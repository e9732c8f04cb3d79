import { documentNamed } from "#documents";
import {
  DEFAULT_PAGE_SIZE,
  type DocumentType,
  type Filter,
  filterNames,
  filterProblems,
  filtersOf,
  isNumber,
  keywordField,
  rangeNames,
  tabsOf,
} from "#documents/kit";
import { Select } from "~/ui/choice/select";
import { DateRange } from "~/ui/date/date-range";
import { FormContext } from "~/ui/field/context";
import { Field } from "~/ui/field/field";
import { ActiveFilters as Chips, FILTER_FORM, FilterForm } from "~/ui/filter/filter-form";
import { NumberRange } from "~/ui/input/number-range";
import { TextInput } from "~/ui/input/text-input";
import { MultiSelect } from "~/ui/multi-select/multi-select";
import { labelsOf } from "~/ui/option";
import { withParams } from "~/ui/url";
import { closeHref } from "../frame/href";
import { Cached } from "../shell/cached.server";
import type { ListState } from "./load.server";
import { stateOf } from "./states";

const text = (v: unknown) => (v === undefined ? "" : String(v));

export const list = (v: unknown) => text(v).split(",").filter(Boolean);

/** What of a list its filters show. */
type FilterState = Pick<ListState, "url" | "query" | "options" | "masked">;

export interface FiltersProps {
  document: DocumentType;
  state: FilterState;
}

/** One value at a time: yes and no together are no condition. */
const asksOne = ({ filterOne, kind }: Filter["field"]) => filterOne || kind === "bool";

function FilterControl({ filter, state }: { filter: Filter; state: FieldsProps["state"] }) {
  const { name, field, kind } = filter;
  const { query, options } = state;
  if (kind === "range") {
    const [startName, endName] = rangeNames(name);
    if (isNumber(field))
      return (
        <NumberRange fromName={startName} toName={endName} from={text(query[startName])} to={text(query[endName])} />
      );
    return (
      <DateRange startName={startName} endName={endName} start={text(query[startName])} end={text(query[endName])} />
    );
  }
  if (options[name] && asksOne(field))
    return <Select options={options[name]} value={text(query[name])} placeholder="全部" />;
  if (options[name]) return <MultiSelect options={options[name]} value={list(query[name])} />;
  return (
    <TextInput value={text(query[name])} placeholder={field.placeholder ?? `请输入${field.label}`} filter="multi" />
  );
}

/** Places that one row holds beside the buttons; a range takes two. */
const PLACES = 4;

/** Filters that are shown at once, the state first, and those that are folded away. */
function split(
  document: DocumentType,
  { masked, query }: Pick<ListState, "masked" | "query">,
): [shown: Filter[], folded: Filter[]] {
  const all = filtersOf(document).filter((f) => !masked.includes(f.name) && (!f.field.linked || query[f.name]));
  // Where tabs show the states, their filter is only for several at once.
  const tabs = tabsOf(document)?.field;
  const first = ({ name }: Filter) => (name === tabs ? 1 : name === document.status?.field ? -1 : 0);
  let used = document.keyword ? 1 : 0;
  const shown = [...all]
    .sort((a, b) => first(a) - first(b))
    .filter(({ kind }) => {
      used += kind === "range" ? 2 : 1;
      return used <= PLACES;
    });
  return [shown, all.filter((f) => !shown.includes(f))];
}

const namesOf = ({ name, kind }: Filter): readonly string[] => (kind === "range" ? rangeNames(name) : [name]);

interface FieldsProps {
  name: string;
  /** Those that are folded away, or the others with the keyword. */
  folded?: true;
  state: Omit<FilterState, "url">;
}

/** The fields of the filter form know nothing of its address: they are drawn once for all of them. */
function Fields({ name, folded, state }: FieldsProps) {
  const document = documentNamed(name);
  const { query, options, masked } = state;
  const problems = filterProblems(document, query);
  return (
    <FormContext.Provider value={FILTER_FORM}>
      {document.keyword && !folded && (
        <Field name="keyword" label="关键字">
          <TextInput
            type="search"
            value={text(query.keyword)}
            placeholder={document.keyword
              .filter((n) => !masked.includes(n))
              .map((n) => keywordField(document, n)?.label ?? n)
              .join("、")}
          />
        </Field>
      )}
      {split(document, state)[folded ? 1 : 0].map((filter) => (
        <Field
          key={filter.name}
          name={namesOf(filter)[0] ?? filter.name}
          label={filter.field.label}
          error={namesOf(filter).flatMap((n) => problems[n] ?? [])[0]}
          group={filter.kind === "range" || (!!options[filter.name] && !asksOne(filter.field))}
        >
          <FilterControl filter={filter} state={state} />
        </Field>
      ))}
    </FormContext.Provider>
  );
}

/** The address asks for the filters that are folded away. */
const isUnfolded = (url: string) => /[?&]more=1(&|$)/.test(url);

/** The filter form of a declared list. */
export function Filters({ document, state }: FiltersProps) {
  const names = filterNames(document);
  if (!names.length) return null;
  const { url, ...own } = state;
  const { query } = own;
  const folded = split(document, state)[1].flatMap(namesOf);
  const problems = filterProblems(document, query);
  const { name } = document;
  const asked = isUnfolded(url);
  // Most lists are searched by what is shown: the rest comes with its first use, as it is up to a tenth of a page.
  const here = asked || folded.some((n) => query[n]);
  const more = here ? <Cached draw={Fields} of={{ name, folded: true, state: own }} /> : true;
  return (
    <FilterForm
      url={closeHref(url)}
      names={names}
      active={names.filter((n) => query[n]).length}
      more={folded.length > 0 && more}
      open={asked}
      unfolded={asked || folded.some((n) => problems[n])}
    >
      <Cached draw={Fields} of={{ name, state: own }} />
    </FilterForm>
  );
}

/** The list under no condition at all. */
export const withoutFilters = (document: DocumentType, url: string): string =>
  withParams(url, Object.fromEntries([...filterNames(document), "current"].map((n) => [n, null])));

/** What the filters show of a list, the same on each of its pages: they are drawn once for all of them. */
export function filterStateOf(document: DocumentType, state: FilterState): FilterState {
  const { url, query, options, masked } = state;
  const values = filterNames(document).map((name) => [name, query[name]] as const);
  return {
    options,
    masked,
    url: withParams(withoutFilters(document, closeHref(url)), { more: isUnfolded(url) ? 1 : null }),
    query: { ...Object.fromEntries(values), current: 1, size: DEFAULT_PAGE_SIZE },
  };
}

/** Filters that are active, named and removable one by one. */
export function ActiveFilters({ document, state }: FiltersProps) {
  const { query, options, masked } = state;
  const url = withParams(closeHref(state.url), { current: null });
  const without = (names: readonly string[]) => withParams(url, Object.fromEntries(names.map((n) => [n, null])));
  const tab = stateOf(document, query) && document.status?.field;
  const items = filtersOf(document).flatMap(({ name, field, kind }) => {
    // The backend leaves out what the person may not filter by: a chip would claim that it counts.
    if (name === tab || masked.includes(name)) return [];
    const names: readonly string[] = kind === "range" ? rangeNames(name) : [name];
    const values = names.map((n) => text(query[n]));
    if (!values.some(Boolean)) return [];
    const value = options[name]
      ? labelsOf(options[name], list(query[name])).join("、") || text(query[name])
      : kind === "range"
        ? `${values[0] || "…"} 至 ${values[1] || "…"}`
        : text(query[name]);
    return [{ label: field.label, value, removeHref: without(names) }];
  });
  if (query.keyword) items.unshift({ label: "关键字", value: text(query.keyword), removeHref: without(["keyword"]) });
  return <Chips items={items} clearHref={withoutFilters(document, url)} />;
}
