import { documentNamed } from "#documents";
import { chainOf } from "#documents/chains";
import type { DocumentType } from "#documents/kit";
import { formatNumber } from "~/text/format";
import { Strip, type StripItem } from "~/ui/steps/strip";
import { withParams } from "~/ui/url";
import { rowHref } from "../href";
import type { Row } from "../row/row";
import type { Linked } from "./load.server";

/** Address of the list of related documents of one kind. */
export const kindHref = (url: string, kind: string) =>
  `${withParams(url, { tab: "related", kind })}#parts`;

const counted = (count: number, qty: number | null) =>
  [`${count} 单`, ...(qty === null ? [] : [formatNumber(qty, 0)])].join(" · ");

const total = (links: Linked[]) =>
  links.some((l) => l.qty !== null) ? links.reduce((sum, l) => sum + (l.qty ?? 0), 0) : null;

interface ChainProps {
  document: DocumentType;
  row: Row;
  links: Linked[];
  url: string;
}

/** Every kind of document of the chain with what there is of it, each a way there. */
export function ChainStrip({ document, row, links, url }: ChainProps) {
  const steps = chainOf(document.name);
  if (!steps.length) return null;
  const items = steps.map(({ name, word }): StripItem => {
    const own = links.filter((l) => l.type === name);
    const item = { key: name, label: word };
    if (name === document.name && !own.length) {
      const qty = document.brief?.qty && row[document.brief.qty];
      const count = typeof qty === "number" ? `本单 · ${formatNumber(qty, 0)}` : "本单";
      return { ...item, count, current: true };
    }
    const [first] = own;
    if (!first) return item;
    const target = documentNamed(name);
    return {
      ...item,
      count: counted(own.length, total(own)),
      ...(own.length === 1
        ? { name: first.name, href: rowHref(target, "detail", first.id, target.screens.list) }
        : { href: kindHref(url, name) }),
    };
  });
  return <Strip label="单据链" items={items} />;
}
