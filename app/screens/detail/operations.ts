import { type Action, can, type DocumentType, isOfferedFor } from "#documents/kit";
import { withParams } from "~/ui";
import { closeHref, leads, openHref, partAnchor, rowHref } from "../frame/href";
import { valuesIn } from "../row/row";
import type { DetailState } from "./load.server";

/** Something that the person may do with the row; `reason` says why the state forbids it now. */
export interface Operation {
  name: string;
  label: string;
  href: string;
  reason: string | null;
  danger?: boolean;
  /** What is to be done next, wherever it is possible. */
  next?: boolean;
  /** A next step that asks for nothing: it is done where its button stands, without a dialog. */
  atOnce?: boolean;
}

export interface PageOf {
  document: DocumentType;
  detail: DetailState;
  url: string;
}

/** Would its dialog ask for nothing, and say no more than its button? */
const asksNothing = (a: Action) =>
  !a.input && !a.lines && !a.confirm && !a.fills && !a.repeats && !a.who && !a.danger && !a.opens && !a.part;

/** What the person may do with the row, in order. */
export function operationsOf({ document, detail, url }: PageOf): Operation[] {
  const { row } = detail;
  const flow = valuesIn(row, "flow");
  const permissions = new Set(detail.permissions);
  const close = closeHref(url);
  // What is to be considered is said once more before it is done.
  const warned = valuesIn(row, "warned");
  const at = (name: string) => withParams(close, { do: name });
  const edit = rowHref(document, "edit", row.id, document.screens.list);
  const all: Omit<Operation, "reason">[] = [
    ...(document.can?.edit === false ? [] : [{ name: "edit", label: "编辑", href: edit }]),
    ...Object.entries(document.actions ?? {})
      .filter(([, a]) => (!a.who || flow[a.who]) && leads(a) && isOfferedFor(a, row))
      .map(([name, a]) => ({
        name,
        label: a.label,
        danger: a.danger,
        next: a.next,
        atOnce: a.next && asksNothing(a) && !warned[name],
        href: a.part ? partAnchor(a.part, name) : a.opens ? openHref(a.opens, row.id) : at(name),
      })),
    ...(document.can?.del === false ? [] : [{ name: "del", label: "删除", href: at("del"), danger: true }]),
  ];
  return all
    .filter(({ name }) => can(permissions, document, name).ok)
    .map((operation) => {
      const verdict = can(permissions, document, operation.name, row);
      return { ...operation, reason: verdict.ok ? null : verdict.reason };
    });
}

/** As many transitions as a header holds on one line. */
const SHOWN = 4;

/**
 * What can be done now stands in the header, the next step first; the rest, and what cannot be done,
 * below 更多. Filled is the next step alone; where something is missing for it, editing is that.
 */
export function arranged(document: DocumentType, all: Operation[], state: string) {
  const possible = all.filter((o) => !o.reason);
  const missing = all.some((o) => o.next && o.reason && document.actions?.[o.name]?.from?.includes(state));
  const first = possible.find((o) => o.next) ?? (missing ? possible.find((o) => o.name === "edit") : undefined);
  const rest = all.length <= SHOWN ? all : possible;
  const shown = [
    ...(first ? [first] : []),
    ...rest.filter((o) => o !== first && !o.danger),
    ...rest.filter((o) => o !== first && o.danger),
  ].slice(0, SHOWN);
  return { shown, more: all.filter((o) => !shown.includes(o)), first: first?.name };
}
