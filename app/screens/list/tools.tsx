import { documentNamed } from "#documents";
import {
  type Action,
  ARCHIVE_LABEL,
  bulkFields,
  type DocumentType,
  importPermission,
  offeredPrints,
} from "#documents/kit";
import { today } from "~/text";
import { Button, LinkButton, TabLinks, Toolbar, withParams } from "~/ui";
import { ActionMenu } from "~/ui/popover/action-menu";
import { isSummed } from "~/ui/table/summary";
import { BULK } from "../bulk/state";
import { addHref, archiveHref, closeHref, exportHref, sheetHref } from "../frame/href";
import { withPicked } from "../frame/picked";
import { importHref } from "../import/href";
import { typedFields } from "../sheet/cells";
import { inRows, ROWS_FORM } from "./actions";
import { tableOf } from "./columns";
import type { ListContent } from "./load.server";
import { StateTabs } from "./states";

/** Selected rows can be printed: one sheet for each. */
const printable = (document: DocumentType, allowed: readonly string[]) =>
  offeredPrints(document).length > 0 && allowed.includes("print");

/** Selected rows can be taken away as one zip. */
const packable = (document: DocumentType, allowed: readonly string[]) =>
  !!document.exports?.archive && allowed.includes("export");

/** Files about selected rows. */
const filesOf = (document: DocumentType, permissions: readonly string[]) =>
  Object.entries(document.exports?.downloads ?? {}).filter(
    ([, d]) => d.batch && permissions.includes(`${document.permission}_${d.permission}`),
  );

/** Selected rows can be taken away in a file of their own. */
const filable = (document: DocumentType, permissions: readonly string[]) => filesOf(document, permissions).length > 0;

/** One field of selected rows can be set. */
const bulkEditable = (document: DocumentType, allowed: readonly string[]) =>
  bulkFields(document).length > 0 && allowed.includes("edit");

/** Something can be done with selected rows. */
export const hasPicks = (document: DocumentType, { allowed, permissions }: ListContent) =>
  printable(document, allowed) ||
  packable(document, allowed) ||
  filable(document, permissions) ||
  bulkEditable(document, allowed) ||
  Object.entries(document.actions ?? {}).some(([name, a]) => a.batch && allowed.includes(name));

/** Batch actions that stand beside each other; the rest goes below one button. */
const BATCH_SHOWN = 3;

/** The line above the rows: title, states, what can be made, and what is done with selected rows. */
export function Tools({ document, title, state }: { document: DocumentType; title: string; state: ListContent }) {
  const { allowed, url } = state;
  const batch = Object.entries(document.actions ?? {}).filter(([name, a]) => a.batch && allowed.includes(name));
  const bulk = bulkEditable(document, allowed);
  const beside = batch.length > BATCH_SHOWN ? BATCH_SHOWN - 1 : batch.length;
  const submitOf = (name: string) => ({ form: ROWS_FORM, formMethod: "get", name: "do", value: name });
  // What rows offer one by one is offered for all of them where one of them offers it.
  const batchOf = (name: string, a: Action) => ({ ...submitOf(name), "data-fits": inRows(a) ? a.label : undefined });
  const clean = closeHref(url);
  const picks = !state.week && hasPicks(document, state) && (
    <>
      {printable(document, allowed) &&
        offeredPrints(document).map(([name, { path, label, type }]) => (
          <Button
            key={name}
            form={ROWS_FORM}
            formMethod="get"
            formAction={path}
            formTarget="_blank"
            {...(type && { name: "type", value: type })}
          >
            {label ?? "打印"}
          </Button>
        ))}
      {packable(document, allowed) && (
        <Button form={ROWS_FORM} formMethod="get" formAction={archiveHref(document)}>
          {ARCHIVE_LABEL}
        </Button>
      )}
      {filesOf(document, state.permissions).map(([name, d]) => (
        <Button key={name} form={ROWS_FORM} formMethod="get" formAction={`/export/${document.name}/${name}`}>
          {d.label}
        </Button>
      ))}
      {batch.slice(0, beside).map(([name, a]) => (
        <Button key={name} {...batchOf(name, a)}>
          批量{a.label}
        </Button>
      ))}
      {bulk && <Button {...submitOf(BULK)}>批量修改</Button>}
      <ActionMenu
        id="batch-more"
        label="更多批量"
        items={batch
          .slice(beside)
          .map(([name, a]) => ({ key: name, label: `批量${a.label}`, submit: batchOf(name, a) }))}
      />
    </>
  );
  return (
    <Toolbar
      title={title}
      refreshHref={clean}
      columnsHref={withParams(clean, { columns: 1 })}
      viewsHref={withParams(clean, { views: 1 })}
      exportHref={allowed.includes("export") ? exportHref(clean) : undefined}
      sheetHref={
        allowed.includes("edit") && !state.week && typedFields(document).some(([name]) => !state.masked.includes(name))
          ? sheetHref(clean)
          : undefined
      }
      sums={tableOf(document, state.masked).leaves.some(({ column }) => isSummed(column))}
      importHref={
        document.import && state.permissions.includes(importPermission(document)) ? importHref(clean) : undefined
      }
      tabs={
        <>
          {document.screens.tabs && (
            <TabLinks
              kind="lists"
              label={title}
              items={document.screens.tabs
                .map(documentNamed)
                .map((d) => ({
                  label: d.screens.tab ?? d.screens.titles?.list ?? d.label,
                  href: d.screens.list,
                  current: d.name === document.name,
                }))}
            />
          )}
          <StateTabs document={document} title={title} state={state} />
        </>
      }
      picks={picks}
      dropHref={withPicked(clean, [])}
      lead={
        allowed.includes("add") &&
        !document.start?.sourced && (
          <LinkButton tone="primary" href={addHref(document, clean)}>
            新增
          </LinkButton>
        )
      }
    >
      {document.list?.calendar && (
        <LinkButton href={withParams(clean, { week: state.week ? null : today() })}>
          {state.week ? "列表" : "周历"}
        </LinkButton>
      )}
    </Toolbar>
  );
}
