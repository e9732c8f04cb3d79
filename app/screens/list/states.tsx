import { type DocumentType, tabsOf } from "#documents/kit";
import { TabLinks, withParams } from "~/ui";
import { closeHref } from "../frame/href";
import type { ListContent } from "./load.server";

/** The one state that the list is filtered by; none when it shows all, or several. */
export function stateOf(document: DocumentType, query: ListContent["query"]): string | undefined {
  const tabs = tabsOf(document);
  const asked = tabs ? String(query[tabs.field] ?? "") : "";
  return tabs && Object.hasOwn(tabs.values, asked) ? asked : undefined;
}

/** A tab for each state with the number of rows in it; the first one shows all. */
export function StateTabs(props: { document: DocumentType; title: string; state: ListContent }) {
  const { document, title, state } = props;
  const tabs = tabsOf(document);
  if (!tabs) return null;
  const { states } = state;
  const asked = String(state.query[tabs.field] ?? "");
  const url = withParams(closeHref(state.url), { current: null });
  const tab = (value: string, label: string, count: number | undefined) => ({
    label,
    count,
    current: asked === value,
    href: withParams(url, { [tabs.field]: value || null }),
  });
  const all = states && Object.values(states).reduce((sum, n) => sum + n, 0);
  return (
    <TabLinks
      label={`${title}按${document.fields[tabs.field]?.label ?? "状态"}`}
      items={[
        tab("", "全部", all),
        ...Object.entries(tabs.values).map(([value, { label }]) => tab(value, label, states && (states[value] ?? 0))),
      ]}
    />
  );
}
