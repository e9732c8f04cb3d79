import { type Action, can, type DocumentType, isBusiness } from "#documents/kit";
import type { RowAction } from "~/ui/table/column";
import { withParams } from "~/ui/url";
import { closeHref, leads, openHref, rowHref } from "../href";
import type { Row } from "../row";
import type { ListState } from "./load.server";

/** Id of the form that holds the selection boxes and the row buttons. */
export const ROWS_FORM = "rows";

/**
 * Links and buttons of one row. What the person may never do is left out; what the state forbids now
 * is shown disabled with its reason. An action that asks something opens its dialog.
 */
export function rowActions(document: DocumentType, state: ListState) {
  const allowed = new Set(state.allowed);
  const permissions = new Set(state.permissions);
  const url = closeHref(state.url);
  const reason = (name: string, row: Row) => {
    const verdict = can(permissions, document, name, row);
    return verdict.ok ? null : verdict.reason;
  };
  const target = (name: string, action: Action, row: Row): Partial<RowAction> => {
    if (action.opens) return { href: openHref(action.opens, row.id) };
    if (action.confirm || action.input) return { href: withParams(url, { do: name, on: row.id }) };
    return { post: { form: ROWS_FORM, name: "_row", value: `${name}:${row.id}:${row.version}` } };
  };
  return (row: Row): RowAction[] => {
    const actions: RowAction[] = [];
    if (allowed.has("edit"))
      actions.push({
        label: "编辑",
        href: rowHref(document, "edit", row.id, url),
        reason: reason("edit", row),
      });
    for (const [name, action] of Object.entries(document.actions ?? {})) {
      if (!allowed.has(name) || action.who || !leads(action)) continue;
      const why = reason(name, row);
      // A document has many transitions: a row offers those that its state allows.
      if (why && isBusiness(document)) continue;
      actions.push({
        label: action.label,
        danger: action.danger,
        reason: why,
        ...target(name, action, row),
      });
    }
    if (allowed.has("del"))
      actions.push({
        label: "删除",
        danger: true,
        href: withParams(url, { do: "del", on: row.id }),
        reason: reason("del", row),
      });
    return actions;
  };
}
