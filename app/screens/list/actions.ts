import { documentNamed } from "#documents";
import {
  type Action,
  can,
  type DocumentType,
  inlineFields,
  isBusiness,
  isOfferedFor,
  permissionOf,
} from "#documents/kit";
import { type RowAction, withParams } from "~/ui";
import { closeHref, leads, openHref, partAnchor, perRow, relatedHref, rowHref } from "../frame/href";
import type { RowRow } from "../row/row";
import { inlineActions } from "./inline";
import type { ListContent } from "./load.server";

/** Id of the form that holds the selection boxes and the row buttons. */
export const ROWS_FORM = "rows";

/** A row whose state allows it offers it. */
export const inRows = (action: Action): boolean => !action.who && action.part !== true && leads(action);

/**
 * Links and buttons of one row. What the person may never do is left out; what the state forbids now
 * is shown disabled with its reason. An action that asks something opens its dialog.
 */
export function rowActions(document: DocumentType, state: ListContent) {
  const allowed = new Set(state.allowed);
  const permissions = new Set(state.permissions);
  const url = closeHref(state.url);
  const reason = (name: string, row: RowRow) => {
    const verdict = can(permissions, document, name, row);
    return verdict.ok ? null : verdict.reason;
  };
  const editHref = perRow((id) => rowHref(document, "edit", id, url));
  const detailHref = perRow((id) => rowHref(document, "detail", id, url));
  const askHref = (name: string) => perRow((id) => withParams(url, { do: name, on: id }));
  const target = (name: string, { opens, confirm, input, part }: Action) => {
    // A form that starts from the row is asked for first: where it cannot begin, the list says why.
    const asked = opens && documentNamed(opens.document).start?.prefill?.[opens.param];
    if (part) return ({ id }: RowRow) => ({ href: detailHref(id) + partAnchor(part, name) });
    const href = asked
      ? askHref(name)
      : opens
        ? perRow((id) => openHref(opens, id))
        : confirm || input
          ? askHref(name)
          : null;
    return ({ id, version }: RowRow): Partial<RowAction> =>
      href ? { href: href(id) } : { post: { form: ROWS_FORM, name: "_row", value: `${name}:${id}:${version}` } };
  };
  const offered = Object.entries(document.actions ?? {})
    .filter(([name, action]) => allowed.has(name) && inRows(action))
    .map(([name, action]) => ({ name, action, targetOf: target(name, action) }));
  // What is typed into the row's page, and the next step, is what the row is looked at for.
  const leading = offered.filter(({ action }) => action.part || action.next);
  const following = offered.filter((one) => !leading.includes(one));
  const delHref = askHref("del");
  // Of business, what ends, takes back or only shows is nobody's next step.
  const isRest = ({ danger, aside }: Pick<Action, "danger" | "aside">) => isBusiness(document) && !!(danger || aside);
  // Business has its next step in the row; what it lets be typed is typed in all rows at once.
  const inlineHref =
    !isBusiness(document) && allowed.has("edit") && inlineFields(document).length
      ? perRow((id) => withParams(url, { inline: id }))
      : null;
  const related = Object.values(document.related ?? {}).filter((r) =>
    permissions.has(permissionOf(documentNamed(r.document), "view")),
  );
  return (row: RowRow): RowAction[] => {
    if (state.inline?.id === row.id) return inlineActions(url);
    const actions: RowAction[] = [];
    const own = (name: string, action: RowAction) => {
      const why = reason(name, row);
      // A document has many transitions: a row offers those that its state allows.
      if (!why || !isBusiness(document)) actions.push({ ...action, reason: why });
    };
    const offer = (list: typeof offered) => {
      for (const { name, action, targetOf } of list.filter((one) => isOfferedFor(one.action, row)))
        own(name, { label: action.label, danger: action.danger, rest: isRest(action), ...targetOf(row) });
    };
    offer(leading);
    if (inlineHref && !reason("edit", row)) actions.push({ label: "行内编辑", href: inlineHref(row.id) });
    if (allowed.has("edit")) own("edit", { label: "编辑", href: editHref(row.id) });
    offer(following);
    for (const { label, document: of, by } of related)
      actions.push({ label, href: relatedHref(documentNamed(of), by, row) });
    if (allowed.has("del"))
      own("del", { label: "删除", danger: true, rest: isBusiness(document), href: delHref(row.id) });
    return [...actions.filter((a) => !a.rest), ...actions.filter((a) => a.rest)];
  };
}
