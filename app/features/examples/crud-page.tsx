import { ColumnsDialog } from "~/screens/views/columns-dialog";
import { Alert } from "~/ui/alert/alert";
import { Button, LinkButton } from "~/ui/button/button";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { Empty } from "~/ui/empty/empty";
import { MoneyInput, NumberInput } from "~/ui/input/number-input";
import { Pagination } from "~/ui/pagination/pagination";
import { Table } from "~/ui/table/table";
import { Toolbar } from "~/ui/toolbar/toolbar";
import { withParams } from "~/ui/url";
import type { Refused } from "./act.server";
import { exampleTable } from "./columns";
import { ExampleActiveFilters, ExampleFilters } from "./filters";
import type { ExamplesData } from "./load.server";
import { RowDialog } from "./row-dialog";
import type { ExampleRow } from "./rows";
import { closed, opened } from "./urls";

const SELECTED = "selected-rows";
const INLINE_FORM = "row-form";

/** The generic list with everything that it can do, on example rows. */
export function CrudPage({ data, refused }: { data: ExamplesData; refused?: Refused }) {
  const { query, list, mode, day } = data;
  const url = closed(data.url);
  const sortHref = (key: string) =>
    withParams(url, {
      current: null,
      ascs: query.ascs === key || query.descs === key ? null : key,
      descs: query.ascs === key ? key : null,
    });
  return (
    <div className="list">
      {mode.search && (
        <section className="card">
          <ExampleFilters url={url} query={query} day={day} />
        </section>
      )}
      <section className="card">
        <Toolbar
          title="示例数据"
          refreshHref={url}
          columnsHref={opened(url, "columns", 1)}
          searchHref={withParams(url, { search: mode.search ? 0 : null })}
          print
          lead={
            <LinkButton tone="primary" href={opened(url, "add", 1)}>
              新增
            </LinkButton>
          }
        >
          <Button form={SELECTED} name="_action" value="delete" confirm="确定删除选中的示例行吗？">
            批量删除
          </Button>
          <Button form={SELECTED} name="_action" value="reset">
            复原示例
          </Button>
        </Toolbar>
        <ExampleActiveFilters url={url} query={query} />
        <form id={SELECTED} method="post" action={url} />
        <InlineForm {...{ data, url, refused }} />
        <Table<ExampleRow>
          model={exampleTable}
          rows={list.rows}
          rowKey={(row) => row.id}
          caption="示例数据"
          layout={data.layout}
          base={(list.current - 1) * query.size}
          select={{ name: "ids", form: SELECTED }}
          sort={{ by: query.ascs || query.descs, descending: !!query.descs, href: sortHref }}
          totals={list.totals}
          actions={(row) => rowActions(row, url, mode.row)}
          edit={
            mode.row
              ? { key: mode.row, cell: (key, row) => inlineCell(key, row, refused) }
              : undefined
          }
          empty={
            <Empty href={url}>
              <LinkButton tone="primary" href={opened(url, "add", 1)}>
                新增示例
              </LinkButton>
            </Empty>
          }
        />
        <Pagination url={url} total={list.total} current={list.current} size={query.size} />
      </section>
      <Opened {...{ data, url, refused }} />
    </div>
  );
}

const rowActions = (row: ExampleRow, url: string, editing: string | null) =>
  row.id === editing
    ? [
        { label: "保存", post: { form: INLINE_FORM, name: "_action", value: "row" } },
        { label: "取消", href: url },
      ]
    : [
        { label: "修改", href: opened(url, "edit", row.id) },
        { label: "查看", href: opened(url, "view", row.id) },
        { label: "行内修改", href: opened(url, "row", row.id) },
        {
          label: "删除",
          href: opened(url, "delete", row.id),
          danger: true,
          reason: row.state === "done" ? "已完成的示例不能删除" : null,
        },
      ];

function inlineCell(key: string, row: ExampleRow, refused?: Refused) {
  const control = { name: key, form: INLINE_FORM, label: key === "price" ? "单价" : "数量" };
  const value = (refused?.typed[key] as string | undefined) ?? row[key as keyof ExampleRow];
  if (key === "quantity") return <NumberInput {...control} value={String(value)} integers={8} />;
  if (key === "price") return <MoneyInput {...control} value={String(value)} />;
}

/** The form that the inputs of an edited row belong to. */
function InlineForm({
  data,
  url,
  refused,
}: {
  data: ExamplesData;
  url: string;
  refused?: Refused;
}) {
  const row = data.list.rows.find((r) => r.id === data.mode.row);
  if (!row) return null;
  return (
    <>
      {refused?.message && <Alert tone="warning">{refused.message}</Alert>}
      <form id={INLINE_FORM} method="post" action={opened(url, "row", row.id)}>
        <input type="hidden" name="id" value={row.id} />
        <input type="hidden" name="version" value={row.version} />
      </form>
    </>
  );
}

/** Whatever the URL opens in front of the list. */
function Opened({ data, url, refused }: { data: ExamplesData; url: string; refused?: Refused }) {
  const { mode, row, layout } = data;
  if (mode.columns)
    return (
      <ColumnsDialog {...{ model: exampleTable, layout, url }} reset={mode.columns === "reset"} />
    );
  if (mode.delete && row)
    return (
      <ConfirmDialog
        closeHref={url}
        action={url}
        fields={{ _action: "delete", ids: row.id }}
        confirmLabel="删除"
        danger
      >
        确定删除示例 {row.no}（{row.name}）吗？
      </ConfirmDialog>
    );
  if (mode.add) return <RowDialog mode="add" url={data.url} row={null} refused={refused} />;
  if (mode.edit && row) return <RowDialog mode="edit" url={data.url} row={row} refused={refused} />;
  if (mode.view && row) return <RowDialog mode="view" url={data.url} row={row} />;
  return null;
}
