import { allFields, type DocumentType, type Field } from "#documents/kit";
import { isQuiet } from "~/screens/row/said";
import { Value } from "~/screens/row/value";
import { formatDateTime } from "~/text/date";
import { formatMoney } from "~/text/format";
import { Alert } from "~/ui/alert/alert";
import { Button } from "~/ui/button/button";
import { Card } from "~/ui/card/card";
import { Descriptions } from "~/ui/description/description";
import { Field as FormField } from "~/ui/field/field";
import { Textarea } from "~/ui/input/textarea";
import { declared } from "../workflow/declared";
import type { MobileAnswer } from "./change.server";
import type { NextApproval } from "./home.server";

const FACTS = 3;
const LONG = new Set<Field["kind"]>(["longtext", "richtext", "image", "images", "files", "json"]);

/** What a document is about: its figures first, then what its list says of it; nothing that is none. */
function factsOf(document: DocumentType, row: Record<string, unknown>): [string, Field][] {
  const fields = allFields(document);
  const said = new Set([document.display, document.status?.field]);
  const { amount, qty, date } = document.brief ?? {};
  const names = [
    ...[amount, qty, date].flatMap((name) => name ?? []),
    ...(document.figures ?? []).map((figure) => figure.field),
    ...Object.keys(fields).filter((name) => fields[name]?.column),
  ];
  return [...new Set(names)]
    .flatMap((name) => (fields[name] ? [[name, fields[name]] as [string, Field]] : []))
    .filter(([name, f]) => !said.has(name) && !LONG.has(f.kind) && !isQuiet(f, row[name]))
    .slice(0, FACTS);
}

/** The approval that waits longest: what it is about, and its decision within a thumb's reach. */
export function Approval({ next, answer }: { next: NextApproval; answer?: MobileAnswer }) {
  const { state, at, of } = next;
  const { flow, key, options } = state;
  const own = answer?.flow === flow.id ? answer : undefined;
  const document = declared(flow.bizType);
  const row = flow.document ?? {};
  const facts = document ? factsOf(document, row) : [];
  const here = at > 1 ? `/mobile?n=${at}` : "/mobile";
  return (
    <Card
      id="approval"
      title="等我审批"
      extra={
        <span className="hint">
          第 {at} 条，共 {of} 条
        </span>
      }
    >
      {answer && !own && <Alert tone="danger">{answer.message}</Alert>}
      <p className="approval-head">
        <a href={`/activiti/detail/${flow.id}?taskId=${flow.taskId}`}>
          {flow.label} {flow.bizNo}
        </a>
        {flow.amountCny && <b>{formatMoney(flow.amountCny, "CNY")}</b>}
      </p>
      <p className="hint">
        {flow.starterName} {formatDateTime(flow.startTime)} 发起，{flow.currentNode}
      </p>
      <Descriptions
        columns={1}
        items={facts.map(([name, field]) => ({
          label: field.label,
          value: <Value {...{ name, field, row }} options={options[name]} />,
        }))}
      />
      <form method="post" action={here} className="decide" encType="multipart/form-data">
        <input type="hidden" name="_key" value={key} />
        <input type="hidden" name="flow" value={flow.id} />
        <input type="hidden" name="task" value={flow.taskId} />
        {own && <Alert tone="danger">{own.message}</Alert>}
        <details open={own?.name === "reject"}>
          <summary className="btn">驳回</summary>
          <FormField name="comment" label="驳回原因" error={own?.errors.comment}>
            <Textarea value={own?.comment} maxLength={500} />
          </FormField>
          <Button tone="danger" name="_do" value="reject">
            确定驳回
          </Button>
        </details>
        {of > 1 && (
          <a className="btn" href={`/mobile?n=${(at % of) + 1}`}>
            看下一条
          </a>
        )}
        <Button tone="primary" name="_do" value="approve" reason={flow.against}>
          通过
        </Button>
      </form>
    </Card>
  );
}
