import { ARCHIVE_LABEL, can, copies, fileRefused, mayPrint, offeredPrints, permissionOf } from "#documents/kit";
import { Button, Icon, LinkButton, Rest, Tag, withParams } from "~/ui";
import { Copy } from "~/ui/copy/copy";
import { ActionMenu, type MenuItem } from "~/ui/popover/action-menu";
import { addHref, archiveHref } from "../frame/href";
import { valuesIn } from "../row/row";
import { waitsFor } from "../row/waits";
import { arranged, type Operation, operationsOf, type PageOf } from "./operations";

/** Keeps the document at hand below the search, or no longer. */
function Star({ on }: { on: boolean }) {
  const label = on ? "取消收藏" : "收藏";
  return (
    <form method="post" className="star">
      <input type="hidden" name="_do" value="star" />
      <button type="submit" name="on" value={on ? "" : "1"} aria-label={label} title={label} aria-pressed={on}>
        <Icon name="star" />
      </button>
    </form>
  );
}

/** Files about this row that the person may have now. */
function downloads({ document, detail }: PageOf) {
  const state = String(detail.row[document.status?.field ?? ""]);
  return Object.entries(document.exports?.downloads ?? {})
    .filter(([, d]) => detail.permissions.includes(`${document.permission}_${d.permission}`))
    .filter(([, d]) => !d.from || d.from.includes(state))
    .map(([name, d]) => ({ name, label: d.label, reason: fileRefused(detail.row, name) }));
}

/** Lead to the printed sheets; what the person may never print is left out. */
function PrintLinks({ document, detail: { row, permissions } }: PageOf) {
  const codes = new Set(permissions);
  if (!can(codes, document, "print").ok) return null;
  return offeredPrints(document).map(([name, sheet]) => {
    const { path, label = "打印", type } = sheet;
    const verdict = mayPrint(codes, document, sheet, row);
    return verdict.ok ? (
      <LinkButton key={name} href={withParams(path, { ids: row.id, type })} target="_blank">
        {label}
      </LinkButton>
    ) : (
      <Button key={name} reason={verdict.reason}>
        {label}
      </Button>
    );
  });
}

/** What is not needed every day. */
function extras({ document, detail }: PageOf): MenuItem[] {
  const { row, permissions } = detail;
  const copy = withParams(addHref(document, ""), { copy: row.id });
  return [
    ...(document.exports?.archive && permissions.includes(permissionOf(document, "export"))
      ? [{ key: "archive", label: ARCHIVE_LABEL, href: archiveHref(document, row.id) }]
      : []),
    ...(copies(document, new Set(permissions)) ? [{ key: "copy", label: "复制为新单", href: copy }] : []),
  ];
}

/** How many of them stay in view on a phone. */
const ON_PHONE = 2;

/** What can be done with the row: the next step filled and first, then the rest. */
function Actions(props: PageOf) {
  const { document, detail } = props;
  const { row } = detail;
  const state = String(row[document.status?.field ?? ""]);
  const { shown, more, first } = arranged(document, operationsOf(props), state);
  const instanceId = valuesIn(row, "flow").instanceId;
  const possible = shown.filter((o) => !o.reason).slice(0, ON_PHONE);
  const button = ({ name, label, href, reason, atOnce }: Operation) =>
    reason ? (
      <Button key={name} reason={reason}>
        {label}
      </Button>
    ) : atOnce ? (
      <form key={name} method="post">
        <input type="hidden" name="_key" value={detail.key} />
        <input type="hidden" name="_id" value={`${row.id}:${row.version}`} />
        <Button tone={name === first ? "primary" : "plain"} name="_do" value={name}>
          {label}
        </Button>
      </form>
    ) : (
      <LinkButton key={name} href={href} tone={name === first ? "primary" : "plain"}>
        {label}
      </LinkButton>
    );
  return (
    <div className="acts">
      {possible.map(button)}
      <Rest id="acts-more">
        {shown.filter((o) => !possible.includes(o)).map(button)}
        {!!instanceId && <LinkButton href={`/activiti/detail/${instanceId}`}>审批流程</LinkButton>}
        <PrintLinks {...props} />
        {Object.entries(document.screens.pages ?? {})
          .filter(([, p]) => !p.only || row[p.only[0]] === p.only[1])
          .map(([name, p]) => (
            <LinkButton key={name} href={withParams(p.path, { id: row.id })}>
              {p.title}
            </LinkButton>
          ))}
        {downloads(props).map(({ name, label, reason }) =>
          reason ? (
            <Button key={name} reason={reason}>
              {label}
            </Button>
          ) : (
            <LinkButton key={name} href={`/export/${document.name}/${name}?id=${row.id}`}>
              {label}
            </LinkButton>
          ),
        )}
        <ActionMenu
          id="row-more"
          items={[
            ...more.map(({ name, label, href, reason }) => ({ key: name, label, href, reason })),
            ...extras(props),
          ]}
        />
        <LinkButton href={document.screens.list}>返回列表</LinkButton>
      </Rest>
    </div>
  );
}

/** What the document is called, its state, whom it waits for, and what can be done. */
export function Head(props: PageOf) {
  const { document, detail } = props;
  const { row } = detail;
  const name = String(row[document.display] ?? "");
  const state = document.status?.values[String(row[document.status.field])];
  const waits = waitsFor(row);
  return (
    <header className="toolbar">
      <h1>
        {document.label} {name}
      </h1>
      {name && <Copy text={name} label={`复制 ${name}`} />}
      {detail.starred !== null && <Star on={detail.starred} />}
      {state && <Tag tone={state.tone}>{state.label}</Tag>}
      {waits && <span className="waits">{waits}</span>}
      <Actions {...props} />
    </header>
  );
}
