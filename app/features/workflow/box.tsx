import { OutcomeDialog } from "~/screens/act/act";
import { closeHref } from "~/screens/href";
import { ColumnsDialog } from "~/screens/views/columns-dialog";
import { Alert } from "~/ui/alert/alert";
import { Button, LinkButton } from "~/ui/button/button";
import { Dialog } from "~/ui/dialog/dialog";
import { Empty } from "~/ui/empty/empty";
import { Field } from "~/ui/field/field";
import { Form } from "~/ui/form/form";
import { Textarea } from "~/ui/input/textarea";
import { Pagination } from "~/ui/pagination/pagination";
import { Table } from "~/ui/table/table";
import { Toolbar } from "~/ui/toolbar/toolbar";
import { paramsOf, withParams } from "~/ui/url";
import type { BoxAnswer, BoxState } from "./box.server";
import { flowHref, tableOf } from "./columns";
import { BoxFilters } from "./filters";

const FORM = "rows";

/** Approvals to do, done, started by me, copied to me, or all of them. */
export function BoxPage({ state, answer }: { state: BoxState; answer?: BoxAnswer }) {
  const { query, box, title, total } = state;
  const url = closeHref(state.url);
  const batch = box === "todo" && state.mayHandle;
  const sorted = query.ascs || query.descs;
  return (
    <div className="list">
      <BoxFilters state={state} url={url} />
      <section className="card">
        <Toolbar title={title} refreshHref={url} columnsHref={withParams(url, { columns: 1 })}>
          {batch && (
            <Button form={FORM} formMethod="get" name="do" value="approve">
              批量通过
            </Button>
          )}
        </Toolbar>
        {answer?.problem && <Alert tone="danger">{answer.problem}</Alert>}
        <form id={FORM} method="get" action={url.split("?")[0]}>
          {paramsOf(url).map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
        </form>
        <Table
          model={tableOf(box)}
          rows={state.rows}
          rowKey={(row) => row.id}
          caption={title}
          layout={state.layout}
          base={(query.current - 1) * query.size}
          select={batch ? { name: "ids", form: FORM } : undefined}
          sort={{
            by: sorted,
            descending: !!query.descs,
            href: (key) =>
              withParams(url, {
                current: null,
                ascs: sorted === key ? null : key,
                descs: query.ascs === key ? key : null,
              }),
          }}
          actions={(row) => [
            { label: row.status === "todo" ? "审批" : "查看", href: flowHref(row) },
          ]}
          actionsWidth={72}
          empty={<Empty href={url} />}
        />
        <Pagination
          url={url}
          total={total}
          current={query.current}
          size={query.size}
          sizes={state.sizes}
        />
      </section>
      <Front state={state} answer={answer} url={url} />
    </div>
  );
}

/** The dialog that the address opens, or the results of a batch. */
function Front({ state, answer, url }: { state: BoxState; answer?: BoxAnswer; url: string }) {
  if (answer?.outcome) return <OutcomeDialog outcome={answer.outcome} closeHref={url} />;
  if (state.columns)
    return (
      <ColumnsDialog
        model={tableOf(state.box)}
        layout={state.layout}
        url={url}
        reset={state.columns === "reset"}
      />
    );
  if (state.chosen && !answer) return <ApproveDialog state={state} url={url} />;
  return null;
}

function ApproveDialog({ state, url }: { state: BoxState; url: string }) {
  const chosen = state.chosen ?? [];
  return (
    <Dialog title="批量通过" closeHref={url} size="small">
      {chosen.length ? (
        <Form
          action={url}
          idempotencyKey={state.key}
          head={
            <>
              {chosen.map((c) => (
                <input key={c.id} type="hidden" name="ids" value={c.id} />
              ))}
              <p>以下 {chosen.length} 条将以同一意见通过：</p>
              <ul className="results">
                {chosen.map((c) => (
                  <li key={c.id}>{c.label}</li>
                ))}
              </ul>
            </>
          }
          footer={
            <>
              <LinkButton href={url}>取消</LinkButton>
              <Button tone="primary">通过</Button>
            </>
          }
        >
          <Field name="comment" label="审批意见">
            <Textarea value="同意" />
          </Field>
        </Form>
      ) : (
        <p>请先选择数据</p>
      )}
    </Dialog>
  );
}
