import { ARCHIVE_LABEL, can, type DocumentType, isBusiness, permissionOf } from "#documents/kit";
import { Button, LinkButton } from "~/ui/button/button";
import { Card } from "~/ui/card/card";
import { MoreStyles } from "~/ui/more/more";
import { ActionMenu } from "~/ui/popover/action-menu";
import { Tag } from "~/ui/tag/tag";
import { withParams } from "~/ui/url";
import type { ActState } from "../act/state";
import { addHref, archiveHref, closeHref, leads, openHref, rowHref } from "../href";
import type { Parts } from "../parts";
import { Facts, LineTables } from "../row/facts";
import { Chain } from "./chain";
import { Comments } from "./comments";
import { History } from "./history";
import type { DetailState } from "./load.server";

interface PageProps {
  document: DocumentType;
  detail: DetailState;
  url: string;
  parts: Parts;
  /** An action of a part that was asked for or refused. */
  act?: ActState;
}

/** What the person may do with the row, in order; `reason` says why the state forbids it now. */
function operations({ document, detail, url }: PageProps) {
  const { row } = detail;
  const flow = row.flow as Record<string, unknown> | null | undefined;
  const permissions = new Set(detail.permissions);
  const close = closeHref(url);
  const at = (name: string) => withParams(close, { do: name });
  const edit = rowHref(document, "edit", row.id, document.screens.list);
  const all = [
    ...(document.can?.edit === false ? [] : [{ name: "edit", label: "编辑", href: edit }]),
    ...Object.entries(document.actions ?? {})
      .filter(([, a]) => (!a.who || flow?.[a.who]) && leads(a))
      .map(([name, a]) => ({
        name,
        label: a.label,
        href: a.part ? `#${name}` : a.opens ? openHref(a.opens, row.id) : at(name),
        danger: a.danger,
      })),
    ...(document.can?.del === false
      ? []
      : [{ name: "del", label: "删除", href: at("del"), danger: true }]),
  ];
  return all
    .filter(({ name }) => can(permissions, document, name).ok)
    .map((operation) => {
      const verdict = can(permissions, document, operation.name, row);
      return { ...operation, reason: verdict.ok ? null : verdict.reason };
    });
}

type Operations = ReturnType<typeof operations>;

/** What is offered first of what can be done now: never what destroys. */
const offered = (all: Operations) => all.find((o) => !o.reason && !("danger" in o && o.danger));

/** As many transitions as a header holds on one line. */
const SHOWN = 4;

/** What can be done now stands in the header, the rest and what cannot be done below 更多. */
function arranged(all: Operations) {
  if (all.length <= SHOWN) return { shown: all, more: [], first: offered(all)?.name };
  const possible = all.filter((o) => !o.reason);
  const shown = possible.slice(0, SHOWN);
  const more = all.filter((o) => !shown.includes(o));
  return { shown, more, first: offered(shown)?.name };
}

/** One transition as a button; disabled with its reason. */
function Operation(props: {
  label: string;
  href: string;
  reason: string | null;
  primary: boolean;
}) {
  const { label, href, reason, primary } = props;
  return reason ? (
    <Button reason={reason}>{label}</Button>
  ) : (
    <LinkButton href={href} tone={primary ? "primary" : "plain"}>
      {label}
    </LinkButton>
  );
}

/** Files about this row that the person may have now. */
function downloads({ document, detail }: PageProps) {
  const state = String(detail.row[document.status?.field ?? ""]);
  return Object.entries(document.downloads ?? {})
    .filter(([, d]) => detail.permissions.includes(`${document.permission}_${d.permission}`))
    .filter(([, d]) => !d.from || d.from.includes(state))
    .map(([name, d]) => ({ name, label: d.label }));
}

/** Leads to the printed sheet; what the person may never print is left out. */
function PrintLink({ document, detail: { row, permissions } }: PageProps) {
  const { print, printLabel = "打印" } = document.screens;
  const codes = new Set(permissions);
  if (!print || !can(codes, document, "print").ok) return null;
  const verdict = can(codes, document, "print", row);
  return verdict.ok ? (
    <LinkButton href={withParams(print, { ids: row.id })} target="_blank">
      {printLabel}
    </LinkButton>
  ) : (
    <Button reason={verdict.reason}>{printLabel}</Button>
  );
}

/** Header with state and transitions, facts, lines, history. */
export function DetailPage(props: PageProps) {
  const { document, detail } = props;
  const { row, options, history } = detail;
  const { detail: Part, ownLines } = props.parts;
  const instanceId = (row.flow as { instanceId?: string } | null | undefined)?.instanceId;
  const state = document.status?.values[String(row[document.status.field])];
  const { shown, more, first } = arranged(operations(props));
  const copies =
    isBusiness(document) &&
    document.can?.add !== false &&
    !document.sourced &&
    document.screens.create;
  return (
    <article className="list">
      <MoreStyles />
      <header className="card toolbar">
        <h1>
          {document.label} {String(row[document.display] ?? "")}
        </h1>
        {state && <Tag tone={state.tone}>{state.label}</Tag>}
        <span className="space" />
        <LinkButton href={document.screens.list}>返回列表</LinkButton>
        {instanceId && <LinkButton href={`/activiti/detail/${instanceId}`}>审批流程</LinkButton>}
        <PrintLink {...props} />
        {Object.entries(document.screens.pages ?? {})
          .filter(([, p]) => !p.only || row[p.only[0]] === p.only[1])
          .map(([name, p]) => (
            <LinkButton key={name} href={withParams(p.path, { id: row.id })}>
              {p.title}
            </LinkButton>
          ))}
        {downloads(props).map(({ name, label }) => (
          <LinkButton key={name} href={`/export/${document.name}/${name}?id=${row.id}`}>
            {label}
          </LinkButton>
        ))}
        {shown.map(({ name, label, href, reason }) => (
          <Operation key={name} {...{ label, href, reason }} primary={name === first} />
        ))}
        <ActionMenu
          id="row-more"
          items={[
            ...more.map(({ name, ...operation }) => ({ key: name, ...operation })),
            ...(document.archive && detail.permissions.includes(permissionOf(document, "export"))
              ? [{ key: "archive", label: ARCHIVE_LABEL, href: archiveHref(document, row.id) }]
              : []),
            ...(copies
              ? [
                  {
                    key: "copy",
                    label: "复制",
                    href: withParams(addHref(document, ""), { copy: row.id }),
                  },
                ]
              : []),
          ]}
        />
      </header>
      <section className="card record">
        {isBusiness(document) ? (
          <>
            <Facts {...{ document, row, options }} part="body" />
            {!ownLines && <LineTables {...{ document, row, options }} />}
            <Facts {...{ document, row, options }} part="closing" />
          </>
        ) : (
          <>
            <Facts {...{ document, row, options }} />
            <LineTables {...{ document, row, options }} />
          </>
        )}
      </section>
      {Part && (
        <Part
          {...{ document, row, url: props.url, act: props.act }}
          permissions={new Set(detail.permissions)}
          options={detail.options}
          keyOfForm={detail.key}
        />
      )}
      {isBusiness(document) && <Chain links={detail.chain} />}
      {isBusiness(document) && <Comments comments={detail.comments} keyOfForm={detail.key} />}
      <Card title="操作记录">
        <History document={document} entries={history} />
      </Card>
    </article>
  );
}
