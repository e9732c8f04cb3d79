import { documentNamed } from "#documents";
import { chainOf } from "#documents/chains";
import { type DocumentType, formLines, isBusiness, ofRow, stagesOf } from "#documents/kit";
import { DASH, formatMoney, formatNumber } from "~/text";
import { Alert, MoreStyles, Stages, TabLinks, withParams } from "~/ui";
import { Strip, type StripItem } from "~/ui/steps/strip";
import type { ActState } from "../act/state";
import { rowHref } from "../frame/href";
import type { DetailProps, Parts, Tabbed } from "../parts";
import { Facts } from "../row/facts";
import { LineTables } from "../row/line-tables";
import { type RowRow, rowsIn } from "../row/row";
import { rowLink, stateTag } from "../row/row-link";
import { waitsFor } from "../row/waits";
import { Comments } from "./comments";
import { Figures, figureFields } from "./figures";
import { ATTACHED, Files, filesIn } from "./files";
import { Head } from "./head";
import { History } from "./history";
import type { DetailState, Linked } from "./load.server";
import { operationsOf, type PageOf } from "./operations";
import { PartTable } from "./part-table";
import { Refused } from "./refused";

const ways = { from: "来源", to: "下游", beside: "同源" } as const;

/** Documents before, behind and beside this one, a list for each kind; `?kind=`: of one kind alone. */
function Related({ links, url }: { links: Linked[]; url: string }) {
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
  const filled = tables.filter(([name]) => rowsIn(row, name).length);
  const shown = filled.length ? filled : tables.filter(([, l]) => l.sourced !== "whole").slice(0, 1);
  return shown.map(([name, lines]) => ({
    key: name,
    label: lines.label,
    count: rowsIn(row, name).length,
    content: <LineTables document={document} row={row} options={options} opens={opens} only={name} />,
  }));
}

/** Parts of a document's page in order: its lines, what it adds itself, and what hangs on any document. */
function tabsOf(props: TabsProps): Tabbed[] {
  const { document, detail, parts, given, url } = props;
  const { row, chain, comments, history } = detail;
  const around: Tabbed[] = isBusiness(document)
    ? [
        { key: "related", label: "关联单据", count: chain.length, content: <Related links={chain} url={url} /> },
        {
          key: "files",
          label: "附件",
          count: filesIn({ document, row }),
          content: <Files document={document} row={row} permissions={detail.permissions} keyOfForm={detail.key} />,
        },
        {
          key: "comments",
          label: "评论",
          count: comments.length,
          content: <Comments comments={comments} unsaid={detail.unsaid} keyOfForm={detail.key} />,
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

/** Address of the list of related documents of one kind. */
const kindHref = (url: string, kind: string) => `${withParams(url, { tab: "related", kind })}#parts`;

const counted = (count: number, qty: number | null) =>
  [`${count} 单`, ...(qty === null ? [] : [formatNumber(qty, 0)])].join(" · ");

const total = (links: Linked[]) =>
  links.some((l) => l.qty !== null) ? links.reduce((sum, l) => sum + (l.qty ?? 0), 0) : null;

interface ChainProps {
  document: DocumentType;
  row: RowRow;
  links: Linked[];
  url: string;
}

/** Every kind of document of the chain with what there is of it, each a way there. */
function ChainStrip({ document, row, links, url }: ChainProps) {
  const steps = chainOf(document.name);
  if (!steps.length) return null;
  const items = steps.map(({ name, word }): StripItem => {
    const own = links.filter((l) => l.type === name);
    const item = { key: name, label: word };
    if (name === document.name && !own.length) {
      const qty = document.glance?.brief?.qty && row[document.glance?.brief.qty];
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

/** States from which an action of the document leads to this one. */
const leading = ({ actions = {} }: DocumentType, state: string): string[] =>
  Object.values(actions).flatMap((a) => (a.to === state ? [...(a.from ?? [])] : []));

/** Where the document is on its way. */
function StageBar({ document, row }: { document: DocumentType; row: RowRow }) {
  const { status } = document;
  if (!status) return null;
  const state = String(row[status.field]);
  const stages = stagesOf(ofRow(status, row), state, leading(document, state));
  if (stages.length < 2) return null;
  return (
    <Stages
      label="进展"
      items={stages.map(({ state: key, label, place }) => ({
        key,
        label,
        place,
        note: place === "current" ? waitsFor(row) : null,
      }))}
    />
  );
}

/** Parts of a detail page of which one is shown: each has an address of its own (`?tab=`). */
function TabbedParts({ tabs, url, label }: { tabs: Tabbed[]; url: string; label: string }) {
  const wanted = new URLSearchParams(url.split("?")[1]).get("tab");
  const shown = tabs.find((t) => t.key === wanted) ?? tabs[0];
  if (!shown) return null;
  return (
    <>
      <TabLinks
        label={label}
        items={tabs.map((tab) => ({
          label: tab.label,
          href: `${withParams(url, { tab: tab === tabs[0] ? null : tab.key, kind: null })}#parts`,
          count: tab.count,
          current: tab === shown,
        }))}
      />
      {shown.content}
    </>
  );
}

/** What is to be considered before something is done that can be done. */
function Warned(props: PageOf) {
  const { warned } = props.detail.row;
  const said = new Map(Object.entries(warned ?? {}));
  return operationsOf(props)
    .filter((o) => !o.reason && said.has(o.name))
    .map((o) => (
      <Alert key={o.name} tone="warning" title={`${o.label}：`}>
        {String(said.get(o.name))}
      </Alert>
    ));
}

/** What is in force and still lacks something says what, until it is filled in. */
function Lacks({ document, detail: { row } }: PageOf) {
  const { lacks } = document.glance ?? {};
  const said = lacks && row[lacks];
  return said ? (
    <Alert tone="warning" title="待补资料：">
      {String(said)}
    </Alert>
  ) : null;
}

interface DetailPageProps {
  document: DocumentType;
  detail: DetailState;
  url: string;
  parts: Parts;
  /** An action of a part that was asked for or refused. */
  act?: ActState;
}

/** Fields that a page of a document says in a tab of its own. */
const IN_TABS = [ATTACHED];

/** How it stands, its lines and what hangs on it in tabs, then its facts. */
export function DetailPage(props: DetailPageProps) {
  const { document, detail, url, parts, act } = props;
  const { row, options } = detail;
  const { detail: Part, first } = parts;
  const opens = new Set(detail.opens);
  const given: DetailProps = {
    document,
    row,
    url,
    act,
    options,
    permissions: new Set(detail.permissions),
    keyOfForm: detail.key,
  };
  const elsewhere = isBusiness(document)
    ? new Set([...figureFields(document, row), ...IN_TABS, ...(parts.shows ?? [])])
    : undefined;
  const facts = { document, row, options, opens, elsewhere };
  // What a document is about are its lines: they come before what else is said of it.
  const linesFirst = isBusiness(document) && !parts.ownLines && formLines(document).length > 0;
  const tabbed = (
    <section className="card record-parts" id="parts">
      <TabbedParts label="单据内容" url={url} tabs={tabsOf({ ...props, opens, given })} />
    </section>
  );
  return (
    <article className="list">
      <MoreStyles />
      <Refused {...props} />
      <section className="card record-head">
        <Head {...props} />
        <Lacks {...props} />
        <Warned {...props} />
        <Figures document={document} row={row} options={options} />
        <StageBar document={document} row={row} />
        <ChainStrip document={document} row={row} url={url} links={detail.chain} />
      </section>
      {Part && first && <Part {...given} />}
      {linesFirst && tabbed}
      <section className="card record">
        <Facts {...facts} part={isBusiness(document) ? "body" : undefined} />
        {isBusiness(document) && <Facts {...facts} part="closing" />}
      </section>
      {Part && !first && <Part {...given} />}
      {!linesFirst && tabbed}
    </article>
  );
}
