import { formLines, isBusiness } from "#documents/kit";
import type { DetailProps, Parts, Tabbed } from "../parts";
import { LineTables, rowsOf } from "../row/line-tables";
import { Comments } from "./comments";
import { Files, filesIn } from "./files";
import { History } from "./history";
import type { PageOf } from "./operations";
import { Related } from "./related";

interface TabsProps extends PageOf {
  parts: Parts;
  opens: ReadonlySet<string>;
  /** What parts of the page are given. */
  given: DetailProps;
}

/** Line tables of a document, one tab each; empty ones only where there is no other. */
function lineTabs({ document, detail, parts, opens }: TabsProps): Tabbed[] {
  if (parts.ownLines) return [];
  const { row, options } = detail;
  const tables = formLines(document);
  const filled = tables.filter(([name]) => rowsOf(row, name).length);
  const shown = filled.length
    ? filled
    : tables.filter(([, l]) => l.sourced !== "whole").slice(0, 1);
  return shown.map(([name, lines]) => ({
    key: name,
    label: lines.label,
    count: rowsOf(row, name).length,
    content: <LineTables {...{ document, row, options, opens }} only={name} />,
  }));
}

/** Parts of a document's page in order: its lines, what it adds itself, and what hangs on any document. */
export function tabsOf(props: TabsProps): Tabbed[] {
  const { document, detail, parts, given, url } = props;
  const { row, chain, comments, history } = detail;
  const around: Tabbed[] = isBusiness(document)
    ? [
        {
          key: "related",
          label: "关联单据",
          count: chain.length,
          content: <Related links={chain} url={url} />,
        },
        {
          key: "files",
          label: "附件",
          count: filesIn({ document, row }),
          content: (
            <Files {...{ document, row, permissions: detail.permissions }} keyOfForm={detail.key} />
          ),
        },
        {
          key: "comments",
          label: "评论",
          count: comments.length,
          content: <Comments {...{ comments, unsaid: detail.unsaid }} keyOfForm={detail.key} />,
        },
      ]
    : [];
  return [
    ...lineTabs(props),
    ...(parts.tabs?.(given) ?? []),
    ...around,
    {
      key: "history",
      label: "操作记录",
      count: history.length,
      content: <History document={document} entries={history} />,
    },
  ];
}
