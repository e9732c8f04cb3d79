import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, PartRow, PrintProps, Tabbed } from "~/screens/parts";
import { SheetFacts } from "~/screens/print/sheet-parts";
import { formatDateTime, plainText, textOrDash } from "~/text";
import { Prose } from "~/ui";
import { Article } from "~/ui/rich-text/article";
import { type DifferencePiece, differenceOf, wordsOf } from "./difference";

type ArticleRow = PartRow<"knowledge">;

const versionsOf = ({ history = [] }: ArticleRow) =>
  [...history].sort((a, b) => (b.articleVersion ?? 0) - (a.articleVersion ?? 0));

function Pieces({ pieces }: { pieces: readonly DifferencePiece[] | null }) {
  if (!pieces) return <p className="hint">两个版本差别很大，请分别打开查看。</p>;
  return (
    <div className="difference">
      {pieces.map((piece, i) => {
        const key = `${i}`;
        if (piece.how === "added") return <ins key={key}>{piece.text}</ins>;
        if (piece.how === "removed") return <del key={key}>{piece.text}</del>;
        return <span key={key}>{piece.text}</span>;
      })}
    </div>
  );
}

/** 版本 and 阅读情况 of an article. */
export function articleTabs({ row }: DetailProps<"knowledge">): Tabbed[] {
  const versions = versionsOf(row);
  const { readers = [] } = row;
  const [last, before] = versions;
  const tabs: Tabbed[] = [];
  if (versions.length)
    tabs.push({
      key: "versions",
      label: "版本历史",
      count: versions.length,
      content: (
        <>
          <PartTable
            title="版本历史"
            head={["版本", "标题", "修改人", "时间", "修改说明"]}
            rows={versions}
            cells={(v) => [
              v.articleVersion,
              v.title,
              textOrDash(v.$editorId),
              formatDateTime(v.editTime),
              textOrDash(v.changeNote),
            ]}
          />
          {last && before && (
            <section>
              <h3>
                第{before.articleVersion}版到第{last.articleVersion}版的变化
              </h3>
              <Pieces pieces={differenceOf(wordsOf(plainText(before.content)), wordsOf(plainText(last.content)))} />
            </section>
          )}
        </>
      ),
    });
  if (readers.length)
    tabs.push({
      key: "readers",
      label: "阅读情况",
      count: readers.filter((r) => !r.readAt).length,
      content: (
        <PartTable
          title={`未读 ${readers.filter((r) => !r.readAt).length} 人，已读 ${readers.filter((r) => r.readAt).length} 人`}
          head={["姓名", "部门", "确认时间"]}
          rows={readers.map((r, i) => ({ ...r, id: `${i}` }))}
          cells={(r) => [
            r.name,
            textOrDash(r.dept),
            r.readAt ? formatDateTime(r.readAt) : <strong key="un">未读</strong>,
          ]}
        />
      ),
    });
  return tabs;
}

/** What an article says, before what is known of it. */
export const ArticleText = ({ row }: DetailProps<"knowledge">) => (
  <Article title="正文" html={plainText(row.content)} />
);

/** An article on paper. */
export function ArticleSheet(props: PrintProps<"knowledge">) {
  return (
    <>
      <h1>{plainText(props.row.title)}</h1>
      <SheetFacts of={props} names={["no", "categoryId", "articleVersion", "publisherId", "publishTime"]} />
      <Prose html={plainText(props.row.content)} />
    </>
  );
}
