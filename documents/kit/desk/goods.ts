import type { DocumentType, Lines } from "../document/document";
import { field } from "../field/field";

/** Shows what is kept sealed to who may and says why; what was seen is kept with who, when and why. */
export const unmaskSecret = <const L extends string>(label: L) =>
  ({
    label,
    permission: "unmask",
    aside: true,
    input: {
      why: field.text("查看原因", {
        required: true,
        min: 5,
        max: 200,
        asked: true,
        help: "至少5个字；查看会被记录，每人每天最多30次",
      }),
    },
  }) as const;

/** Shows an address whole. */
export const unmaskAddress = unmaskSecret("查看收件信息");

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

/** Lines that say what goods a document is about, and the field with how many. */
export interface GoodsLines {
  lines: Lines;
  qty?: string;
}

/** The first lines of a document that name a SKU. */
export function goodsLines({ lines = {} }: DocumentType): GoodsLines | undefined {
  const found = Object.values(lines).find((l) => l.fields.skuId?.kind === "ref");
  if (!found) return undefined;
  const counts = Object.entries(found.fields).filter(
    ([name, f]) => /qty$/i.test(name) && (f.kind === "int" || f.kind === "decimal") && !f.virtual,
  );
  const names = counts.map(([name]) => name);
  return { lines: found, qty: names.includes("qty") ? "qty" : names[0] };
}
