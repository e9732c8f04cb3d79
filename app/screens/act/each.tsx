import type { Action, Field } from "#documents/kit";
import { FormField } from "../form/control";
import type { Values } from "../form/values";
import type { ActState } from "./state";

/** Control of one of several rows. */
export const eachName = (id: string, field: string) => `each.${id}.${field}`;

/** What every row may have of its own, one control for each. */
export function EachRow({ action, state }: { action: Action; state: ActState }) {
  const typed = (state.values.each ?? {}) as Record<string, Values | undefined>;
  return (action.each?.fields ?? []).flatMap((name) => {
    const f = action.input?.[name];
    if (!f) return [];
    return state.rows.map(({ id, label, says }) => (
      <FormField
        key={`${name}.${id}`}
        name={eachName(id, name)}
        field={{ ...f, label: `${label} ${f.label}`, required: false, help: says }}
        value={typed[id]?.[name]}
        error={state.errors?.[eachName(id, name)]}
      />
    ));
  });
}

/** The fields of an action as several rows are asked for them in common. */
export const commonFields = ({ input = {}, each }: Action): [string, Field][] =>
  Object.entries(input).map(([name, f]) => [
    name,
    each?.fields.includes(name)
      ? {
          ...f,
          ...{ label: `${f.label}（共用）`, required: false },
          help: "没有单独填写的各张在它后面加-1、-2",
        }
      : f,
  ]);
