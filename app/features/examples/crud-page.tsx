import { ColumnsDialog } from "~/screens/views/columns-dialog";
import { Alert } from "~/ui/alert/alert";
import { Button, LinkButton } from "~/ui/button/button";
import { Select } from "~/ui/choice/select";
import { DateRange } from "~/ui/date/date-range";
import { ConfirmDialog } from "~/ui/dialog/dialog";
import { Empty } from "~/ui/empty/empty";
import { Field } from "~/ui/field/field";
import { ActiveFilters, FilterForm } from "~/ui/filter/filter-form";
import { MoneyInput, NumberInput } from "~/ui/input/number-input";
import { TextInput } from "~/ui/input/text-input";
import { MultiSelect } from "~/ui/multi-select/multi-select";
import { flatten, labelsOf } from "~/ui/option";
import { Pagination } from "~/ui/pagination/pagination";
import { Table } from "~/ui/table/table";
import { Toolbar } from "~/ui/toolbar/toolbar";
import { withParams } from "~/ui/url";
import type { ActRefused } from "./act.server";
import { type ExampleQuery, FILTERS } from "./query";
import { RowDialog } from "./row-dialog";
import { DEPTS, type ExampleRow, exampleTable, STATES } from "./rows";
import type { ExamplesData } from "./store.server";
import { closed, opened } from "./urls";

interface ExampleFiltersProps {
  url: string;
  query: ExampleQuery;
  day: string;
}

const depts = flatten(DEPTS).map((d) => ({ ...d, label: "　".repeat(d.depth) + d.label, children: undefined }));

/** The search form of the example list. */
function ExampleFilters({ url, query, day }: ExampleFiltersProps) {
  const active = FILTERS.filter((name) => query[name].length > 0).length;
  return (
    <FilterForm url={url} names={FILTERS} active={active}>
      <Field name="no" label="编号">
        <TextInput type="search" filter="multi" value={query.no} placeholder="多个用空格或逗号分隔" />
      </Field>
      <Field name="name" label="名称">
        <TextInput type="search" value={query.name} />
      </Field>
      <Field name="dept" label="部门">
        <Select options={depts} value={query.dept} placeholder="全部" />
      </Field>
      <Field name="state" label="状态" group>
        <MultiSelect options={STATES} value={query.state} placeholder="全部" />
      </Field>
      <Field name="startDate" label="日期" group>
        <DateRange
          start={query.startDate}
          end={query.endDate}
          day={day}
          quickHref={(startDate, endDate) => withParams(url, { startDate, endDate, current: null })}
        />
      </Field>
    </FilterForm>
  );
}

/** Names the filters in force above the table. */
function ExampleActiveFilters({ url, query }: Omit<ExampleFiltersProps, "day">) {
  const without = (...names: string[]) =>
    withParams(url, Object.fromEntries([...names, "current"].map((n) => [n, null])));
  const dates = query.startDate || query.endDate;
  const items = [
    query.no && { label: "编号", value: query.no, removeHref: without("no") },
    query.name && { label: "名称", value: query.name, removeHref: without("name") },
    query.dept && { label: "部门", value: labelsOf(DEPTS, [query.dept]).join(), removeHref: without("dept") },
    query.state.length > 0 && {
      label: "状态",
      value: labelsOf(STATES, query.state).join("、"),
      removeHref: without("state"),
    },
    dates && {
      label: "日期",
      value: `${query.startDate} 至 ${query.endDate}`,
      removeHref: without("startDate", "endDate"),
    },
  ].filter((item) => !!item);
  return <ActiveFilters items={items} clearHref={without(...FILTERS)} />;
}

const SELECTED = "selected-rows";
const INLINE_FORM = "row-form";

/** The generic list with everything that it can do, on example rows. */
export function CrudPage({ data, refused }: { data: ExamplesData; refused?: ActRefused }) {
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
        <InlineForm data={data} url={url} refused={refused} />
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
              ? { cell: (key, row) => (row.id === mode.row ? inlineCell(key, row, refused) : undefined) }
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
      <Opened data={data} url={url} refused={refused} />
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

function inlineCell(key: string, row: ExampleRow, refused?: ActRefused) {
  const control = { name: key, form: INLINE_FORM, label: key === "price" ? "单价" : "数量" };
  const value = (refused?.typed[key] as string | undefined) ?? row[key as keyof ExampleRow];
  if (key === "quantity") return <NumberInput {...control} value={String(value)} integers={8} />;
  if (key === "price") return <MoneyInput {...control} value={String(value)} />;
}

/** The form that the inputs of an edited row belong to. */
function InlineForm({ data, url, refused }: { data: ExamplesData; url: string; refused?: ActRefused }) {
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
function Opened({ data, url, refused }: { data: ExamplesData; url: string; refused?: ActRefused }) {
  const { mode, row, layout } = data;
  if (mode.columns)
    return <ColumnsDialog model={exampleTable} layout={layout} url={url} reset={mode.columns === "reset"} />;
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
