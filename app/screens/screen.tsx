import { documentNamed } from "#documents";
import { can, type DocumentType } from "#documents/kit";
import { Button, LinkButton } from "~/ui/button/button";
import { ColumnChooser } from "~/ui/columns/column-chooser";
import { Dialog } from "~/ui/dialog/dialog";
import { Tag } from "~/ui/tag/tag";
import { withParams } from "~/ui/url";
import { ActDialog, OutcomeDialog } from "./act/act";
import { Facts, LineTables } from "./detail/facts";
import { History } from "./detail/history";
import type { DetailState } from "./detail/load.server";
import { DocumentForm } from "./form/form";
import { closeHref, rowHref } from "./href";
import { tableOf } from "./list/columns";
import { ListScreen } from "./list/list";
import type { ScreenState } from "./load.server";

/** Any declared screen: a list, a form page or a detail page, with its dialog in front. */
export function ScreenView({ state, url }: { state: ScreenState; url: string }) {
  const document = documentNamed(state.document);
  const dialog = <DialogView {...{ state, document, url }} />;
  if (state.list)
    return (
      <ListScreen {...{ document, title: state.title, state: state.list, layout: state.layout }}>
        {dialog}
      </ListScreen>
    );
  if (state.form)
    return (
      <section className="card page-form">
        <h1>{state.title}</h1>
        <DocumentForm document={document} data={state.form} />
      </section>
    );
  if (!state.detail) return null;
  return (
    <>
      <DetailPage {...{ document, detail: state.detail, url }} />
      {dialog}
    </>
  );
}

function DialogView(props: { state: ScreenState; document: DocumentType; url: string }) {
  const { state, document } = props;
  const { dialog } = state;
  const close = closeHref(props.url);
  if (!dialog) return null;
  switch (dialog.kind) {
    case "columns":
      return (
        <ColumnChooser
          model={tableOf(document)}
          layout={state.layout}
          closeHref={close}
          action={close}
          resetHref={withParams(close, { columns: "reset" })}
        />
      );
    case "form":
      return (
        <Dialog
          title={`${dialog.form.mode === "add" ? "新增" : "编辑"}${document.label}`}
          closeHref={close}
        >
          <DocumentForm document={document} data={dialog.form} />
        </Dialog>
      );
    case "detail":
      return (
        <Dialog title={`查看${document.label}`} closeHref={close}>
          <Facts document={document} row={dialog.row} options={dialog.options} />
          <LineTables document={document} row={dialog.row} />
          <h2>操作记录</h2>
          <History document={document} entries={dialog.history} />
        </Dialog>
      );
    case "act":
      return <ActDialog document={document} state={dialog} closeHref={close} />;
    default:
      return <OutcomeDialog outcome={dialog} closeHref={close} />;
  }
}

/** Header with state and transitions (each disabled one with its reason), facts, lines, history. */
function DetailPage(props: { document: DocumentType; detail: DetailState; url: string }) {
  const { document, detail, url } = props;
  const { row, options, history } = detail;
  const permissions = new Set(detail.permissions);
  const state = document.status?.values[String(row[document.status.field])];
  const verdict = (name: string) => can(permissions, document, name, row);
  const held = (name: string) => can(permissions, document, name).ok;
  const reason = (name: string) => {
    const v = verdict(name);
    return v.ok ? null : v.reason;
  };
  const close = closeHref(url);
  const at = (name: string) => withParams(close, { do: name, id: row.id });
  const operations = [
    ...(document.can?.edit !== false && held("edit")
      ? [
          {
            name: "edit",
            label: "编辑",
            href: rowHref(document, "edit", row.id, document.screens.list),
          },
        ]
      : []),
    ...Object.entries(document.actions ?? {})
      .filter(([name]) => held(name))
      .map(([name, a]) => ({ name, label: a.label, href: at(name) })),
    ...(document.can?.del !== false && held("del")
      ? [{ name: "del", label: "删除", href: at("del") }]
      : []),
  ];
  return (
    <article className="detail">
      <header className="card tools">
        <h1>
          {document.label} {String(row[document.display] ?? "")}{" "}
          {state && <Tag tone={state.tone}>{state.label}</Tag>}
        </h1>
        <span className="space" />
        <LinkButton href={document.screens.list}>返回列表</LinkButton>
        {operations.map(({ name, label, href }) => {
          const why = reason(name);
          return why ? (
            <Button key={name} reason={why}>
              {label}
            </Button>
          ) : (
            <LinkButton key={name} href={href} tone={name === "edit" ? "primary" : "plain"}>
              {label}
            </LinkButton>
          );
        })}
      </header>
      <section className="card">
        <Facts document={document} row={row} options={options} />
        <LineTables document={document} row={row} />
      </section>
      <section className="card">
        <h2>操作记录</h2>
        <History document={document} entries={history} />
      </section>
    </article>
  );
}
