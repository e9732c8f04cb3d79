import { documentNamed } from "#documents";
import { asksRows, type DocumentType, noticeOf } from "#documents/kit";
import { Alert, Dialog, ErrorSummary } from "~/ui";
import { ActDialog, OutcomeDialog } from "./act/act";
import { RowsPage } from "./act/rows-page";
import type { ActState } from "./act/state";
import { BulkDialog } from "./bulk/bulk";
import { History } from "./detail/history";
import { DetailPage } from "./detail/page";
import { Refused } from "./detail/refused";
import { ExportDialog } from "./export/dialog";
import { ExportNote } from "./export/note";
import { DocumentForm } from "./form/form";
import { closeHref } from "./frame/href";
import { withPicked } from "./frame/picked";
import { ImportPage } from "./import/page";
import { tableOf } from "./list/columns";
import { ListScreen } from "./list/list";
import type { ScreenState } from "./load.server";
import type { Parts } from "./parts";
import { PrintPage } from "./print/print";
import { Facts } from "./row/facts";
import { LineTables } from "./row/line-tables";
import { ColumnsDialog } from "./views/columns-dialog";
import { ViewsDialog } from "./views/dialog";

/** What is said above every page of the documents of a menu group. */
function Notice({ document }: { document: DocumentType }) {
  const menu = document.menu && "on" in document.menu ? documentNamed(document.menu.on).menu : document.menu;
  const says = menu && "group" in menu && noticeOf(menu.group);
  return says ? <Alert>{says}</Alert> : null;
}

interface ScreenProps {
  state: ScreenState;
  url: string;
  /** What the document shows beyond the generic screens. */
  parts: Parts;
}

/** Any declared screen, below what its module says above all of its pages; a sheet of paper is alone. */
export function ScreenView(props: ScreenProps) {
  return (
    <>
      {!props.state.print && <Notice document={documentNamed(props.state.document)} />}
      <Shown {...props} />
    </>
  );
}

/** A list, a form page or a detail page, with its dialog in front. */
function Shown({ state, url, parts }: ScreenProps) {
  const document = documentNamed(state.document);
  const dialog = <DialogView state={state} document={document} url={url} />;
  const refused = state.dialog?.kind === "refused" && dialog;
  const rows = rowsAsked(document, state);
  if (rows) return <RowsPage document={document} state={rows} closeHref={closeHref(url)} />;
  if (state.list)
    return (
      <>
        {refused}
        {state.exporting && <ExportNote file={state.exporting} />}
        <ListScreen
          document={document}
          title={state.title}
          state={state.list}
          layout={state.layout}
          compact={state.compact}
          views={state.views ?? []}
          view={state.view}
          overview={parts.overview}
        >
          {!refused && dialog}
        </ListScreen>
      </>
    );
  if (state.form)
    return (
      <section className="card">
        <h1>{state.title}</h1>
        <DocumentForm document={document} data={state.form} />
      </section>
    );
  if (state.import)
    return <ImportPage document={document} title={state.title} state={state.import} listUrl={closeHref(url)} />;
  if (state.print) return <PrintPage document={document} state={state.print} parts={parts} />;
  if (!state.detail) return null;
  return (
    <>
      {refused}
      <DetailPage document={document} detail={state.detail} url={url} parts={parts} act={partOf(document, state)} />
      {!refused && !partOf(document, state) && dialog}
    </>
  );
}

/** An action that asks for rows takes the place of the page that it was asked for on. */
function rowsAsked(document: DocumentType, { dialog }: ScreenState): ActState | undefined {
  return dialog?.kind === "act" && asksRows(document.actions?.[dialog.name]) ? dialog : undefined;
}

/** An action that a part of the page asks for: refused, it is shown there with what was typed. */
function partOf(document: DocumentType, { dialog }: ScreenState): ActState | undefined {
  return dialog?.kind === "act" && document.actions?.[dialog.name]?.part ? dialog : undefined;
}

function DialogView(props: { state: ScreenState; document: DocumentType; url: string }) {
  const { state, document } = props;
  const { dialog } = state;
  const close = closeHref(props.url);
  if (!dialog) return null;
  switch (dialog.kind) {
    case "columns":
      return (
        <ColumnsDialog
          model={tableOf(document, state.list?.masked)}
          layout={state.layout}
          compact={state.compact}
          url={close}
          reset={dialog.reset}
        />
      );
    case "views":
      return (
        <ViewsDialog
          views={state.views ?? []}
          chosen={state.view}
          url={close}
          closeHref={close}
          label={document.label}
          sharing={dialog.sharing}
          message={dialog.message}
          kept={dialog.kept}
        />
      );
    case "form":
      return (
        <Dialog title={`${dialog.form.mode === "add" ? "新增" : "编辑"}${document.label}`} closeHref={close}>
          <DocumentForm document={document} data={dialog.form} />
        </Dialog>
      );
    case "detail":
      return (
        <Dialog title={`查看${document.label}`} closeHref={close}>
          <Refused document={document} url={close} detail={dialog} />
          <Facts document={document} row={dialog.row} options={dialog.options} />
          <LineTables document={document} row={dialog.row} options={dialog.options} />
          <h2>操作记录</h2>
          <History document={document} entries={dialog.history} />
        </Dialog>
      );
    case "refused":
      return (
        <ErrorSummary errors={null} message={dialog.message} leads={dialog.fill ? { 编辑: dialog.fill } : undefined} />
      );
    case "export":
      return (
        state.list && (
          <ExportDialog document={document} state={dialog} list={state.list} layout={state.layout} url={close} />
        )
      );
    case "bulk":
      return <BulkDialog document={document} state={dialog} closeHref={close} />;
    case "act":
      return <ActDialog document={document} state={dialog} closeHref={close} />;
    default:
      return (
        <OutcomeDialog
          document={document}
          outcome={dialog}
          closeHref={dialog.results ? withPicked(close, []) : close}
        />
      );
  }
}
