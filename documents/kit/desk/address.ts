import type { DocumentType } from "../document";

const SLOT = /\{(id|no)\}/;

/** Names in braces besides the row's own only describe it: "0" leads on to what they are. */
const unnamed = (path: string) => path.replace(/\{\w+\}/g, "0");

/** Address of the page about one row, as notices name it; a list opens it where it has no page. */
export function pageAddress({ screens }: DocumentType, id: string): string {
  const { list, detail, edit, viewBy } = screens;
  if (!detail) return `${list}?view=${id}`;
  if (SLOT.test(detail)) return unnamed(detail.replace(SLOT, id));
  return `${unnamed(detail)}?id=${id}${detail === edit && viewBy ? `&${viewBy}=1` : ""}`;
}

/** Address of a list under these filters; `v=0`: not its saved default view. */
export const listAddress = ({ screens }: DocumentType, query: Record<string, string>): string =>
  `${screens.list}?${new URLSearchParams({ ...query, v: "0" })}`;
