import { documentNamed } from "#documents";
import { formatMoney, formatNumber } from "~/text/format";
import { DASH } from "~/text/plain";
import { withParams } from "~/ui/url";
import { rowLink, stateTag } from "../row/row-link";
import type { Linked } from "./load.server";
import { PartTable } from "./part-table";

const ways = { from: "来源", to: "下游", beside: "同源" } as const;

/** Documents before, behind and beside this one, a list for each kind; `?kind=`: of one kind alone. */
export function Related({ links, url }: { links: Linked[]; url: string }) {
  const wanted = new URLSearchParams(url.split("?")[1]).get("kind");
  const all = [...new Set(links.map((l) => l.type))];
  const kinds = wanted && all.includes(wanted) ? [wanted] : all;
  if (!links.length) return <p className="hint">暂无关联单据</p>;
  return (
    <>
      {kinds.length < all.length && (
        <p>
          <a href={`${withParams(url, { kind: null })}#parts`}>全部 {links.length} 张关联单据</a>
        </p>
      )}
      {kinds.map((kind) => (
        <PartTable
          key={kind}
          numbers={[2, 3]}
          title={documentNamed(kind).label}
          head={["单号", "状态", "金额", "数量", "日期", "关系"]}
          rows={links.filter((l) => l.type === kind)}
          cells={(l) => [
            rowLink(kind, l.id, l.name),
            stateTag(kind, l.status),
            l.amount ? formatMoney(l.amount, l.currency) : DASH,
            l.qty === null ? DASH : formatNumber(l.qty, 0),
            l.date || DASH,
            ways[l.way],
          ]}
        />
      ))}
    </>
  );
}
