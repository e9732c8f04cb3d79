import type { DocumentType } from "../document";
import type { Option } from "../field";

/** The field whose values are the tabs of a list, and these values; undefined: it has none. */
export function tabsOf({
  statusTabs,
  tabsBy,
  status,
  fields,
}: Pick<DocumentType, "statusTabs" | "tabsBy" | "status" | "fields">):
  | { field: string; values: Readonly<Record<string, Option>> }
  | undefined {
  if (!statusTabs) return undefined;
  const by = tabsBy === undefined ? undefined : fields[tabsBy];
  if (tabsBy !== undefined && by?.kind === "enum") return { field: tabsBy, values: by.options };
  return status && { field: status.field, values: status.values };
}
