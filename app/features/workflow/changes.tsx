import { documents } from "#documents";
import { allFields, type Field } from "#documents/kit";
import type { FieldChange, FlowDetail } from "~/erp/workflow.server";
import type { Options } from "~/screens/options.server";
import { Value } from "~/screens/row/value";
import { Card } from "~/ui/card/card";
import { Tag } from "~/ui/tag/tag";

const kinds = {
  added: { label: "新增", tone: "green" },
  removed: { label: "删除", tone: "red" },
  changed: { label: "修改", tone: "orange" },
} as const;

interface ChangeProps {
  change: FieldChange;
  fields: Record<string, Field>;
  options: Options;
}

/** 单价：12.00 → 13.00 */
function OneChange({ change, fields, options }: ChangeProps) {
  const f = fields[change.name];
  if (!f) return null;
  const value = (row: Record<string, unknown>) => (
    <Value name={change.name} field={f} row={row} options={options[change.name]} />
  );
  return (
    <>
      {f.label}：<del>{value(change.before)}</del> → <ins>{value(change.after)}</ins>
    </>
  );
}

/** What tells a line from the others: its first two values. */
function lineName(fields: Record<string, Field>, line: Record<string, unknown>) {
  return Object.entries(fields)
    .filter(([, f]) => !f.hidden)
    .slice(0, 2)
    .map(([name, f]) => <Value key={name} name={name} field={f} row={line} />)
    .flatMap((v, i) => (i ? [" ", v] : [v]));
}

/** What differs from the round before, so that an approver need not read everything again. */
export function RoundChanges({ flow, options }: { flow: FlowDetail; options: Options }) {
  const document = documents.find((d) => d.name === flow.bizType);
  if (!document || !flow.changes) return null;
  const { fields, lines } = flow.changes;
  const header = allFields(document);
  return (
    <Card title="与上一轮相比">
      {!fields.length && !lines.length && <p className="hint">没有变化</p>}
      <ul className="chain">
        {fields.map((change) => (
          <li key={change.name}>
            <OneChange change={change} fields={header} options={options} />
          </li>
        ))}
        {lines.map((l, i) => {
          const own = document.lines?.[l.lines];
          if (!own) return null;
          return (
            <li key={i}>
              <Tag tone={kinds[l.kind].tone}>{kinds[l.kind].label}</Tag> {own.label}{" "}
              {lineName(own.fields, l.line)}
              {l.changes.map((change) => (
                <span key={change.name}>
                  {"　"}
                  <OneChange change={change} fields={own.fields} options={{}} />
                </span>
              ))}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
