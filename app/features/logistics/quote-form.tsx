import { Button } from "~/ui/button/button";
import { Card } from "~/ui/card/card";
import { Select } from "~/ui/choice/select";
import { DateInput } from "~/ui/date/date-input";
import { Field } from "~/ui/field/field";
import { TextInput } from "~/ui/input/text-input";
import { BOX_FIELDS, type BoxRow } from "./quote";
import type { QuoteState } from "./quote.server";

const EMPTY: BoxRow = {
  ...{ count: "", length: "", width: "", height: "", weight: "", battery: "0" },
};

/** Rows below the filled ones. */
const MORE = 2;
const LEAST = 4;

function Boxes({ rows }: { rows: readonly BoxRow[] }) {
  const blank = Math.max(LEAST - rows.length, MORE);
  return (
    <section className="t lines whole">
      <table className="boxes">
        <caption className="sr">箱子</caption>
        <thead>
          <tr>
            {BOX_FIELDS.map(([name, , label]) => (
              <th key={name}>{label}</th>
            ))}
            <th>货物</th>
          </tr>
        </thead>
        <tbody>
          {[...rows, ...Array.from({ length: blank }, () => EMPTY)].map((row, i) => (
            <tr key={i}>
              {BOX_FIELDS.map(([name, key, label]) => (
                <td key={name} data-l={label}>
                  <input
                    name={name}
                    className="input"
                    inputMode="decimal"
                    maxLength={9}
                    aria-label={`第${i + 1}行${label}`}
                    defaultValue={row[key]}
                  />
                </td>
              ))}
              <td data-l="货物">
                <select
                  name="b"
                  className="input"
                  aria-label={`第${i + 1}行货物`}
                  defaultValue={row.battery}
                >
                  <option value="0">普货</option>
                  <option value="1">含电</option>
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** One shipment as it is asked for: a GET form whose address can be passed on. */
export function QuoteForm({ state }: { state: QuoteState }) {
  const { shipment, boxes, countries } = state;
  return (
    <Card>
      <form method="get" action="/logistics/freight/quote" className="form">
        <div className="fields cols-2">
          <Field name="country" label="目的国" required>
            <Select options={countries} value={shipment.country} />
          </Field>
          <Field name="zone" label="邮编或FC代码">
            <TextInput value={shipment.zone} maxLength={20} />
          </Field>
          <Field name="date" label="发货日期">
            <DateInput value={shipment.date} />
          </Field>
          <Field name="remote" label="偏远地区">
            <Select
              options={[
                { value: "0", label: "否" },
                { value: "1", label: "是" },
              ]}
              value={shipment.remote ? "1" : "0"}
              placeholder={null}
            />
          </Field>
        </div>
        <Boxes rows={boxes} />
        <p className="hint">一行是同样的箱子；填满后试算，会再多出空行。</p>
        <div className="foot">
          <Button tone="primary">试算</Button>
        </div>
      </form>
    </Card>
  );
}
