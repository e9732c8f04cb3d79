import { type DocumentType, filtersOf } from "#documents/kit";
import { flatten } from "~/ui/option";
import { withParams } from "~/ui/url";
import { closeHref } from "../href";
import { list } from "./filters";
import type { ListContent } from "./load.server";

/** Choices that headers offer where the declaration wants it: each link adds or takes away one. */
export function headerFilters(document: DocumentType, state: ListContent) {
  const url = withParams(closeHref(state.url), { current: null });
  const found = filtersOf(document).flatMap(({ name, field, kind }) => {
    const options = state.options[name];
    const wanted = typeof field.column === "object" && field.column.filters;
    if (!wanted || kind !== "in" || !options) return [];
    const chosen = list(state.query[name]);
    const links = flatten(options).map(({ value, label }) => {
      const on = chosen.includes(value);
      const rest = chosen.filter((v) => v !== value);
      const next = on ? rest : field.filterOne ? [value] : [...chosen, value];
      return { label, chosen: on, href: withParams(url, { [name]: next.join(",") }) };
    });
    return [[name, links] as const];
  });
  return found.length ? Object.fromEntries(found) : undefined;
}
