import { Card } from "~/ui/card/card";
import { Empty } from "~/ui/empty/empty";
import { Table } from "~/ui/table/table";
import { withParams } from "~/ui/url";
import { type Place, type RankBy, rankTables } from "./ranks";

interface RankingProps {
  title: string;
  places: readonly Place[];
  by: RankBy;
  /** The page itself. */
  url: string;
  /** Places come in pages. */
  pages?: { current: number; last: number };
}

/** One ranking: places with bar, share and changes. */
export const Ranking = ({ title, places, by, url, pages }: RankingProps) => (
  <Card title={title} extra={pages && <Pages {...pages} url={url} />}>
    <Table
      model={rankTables[by]}
      rows={places}
      rowKey={(row) => row.key}
      caption={title}
      empty={<Empty href={url} />}
    />
  </Card>
);

/** Arrows from page to page of a ranking. */
function Pages({ current, last, url }: { current: number; last: number; url: string }) {
  const arrow = (to: number, text: string, label: string) =>
    to >= 1 && to <= last ? (
      <a
        className="btn btn-s"
        href={`${withParams(url, { current: to === 1 ? null : to })}#ranks`}
        aria-label={label}
      >
        {text}
      </a>
    ) : (
      <span className="btn btn-s" aria-disabled="true">
        {text}
      </span>
    );
  return (
    <nav className="btns" aria-label="小组排名分页">
      {arrow(current - 1, "←", "上一页")}
      <span>
        {current} / {last}
      </span>
      {arrow(current + 1, "→", "下一页")}
    </nav>
  );
}
