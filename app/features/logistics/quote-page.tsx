import { formatMoney, formatNumber } from "~/text";
import { Alert, Button, buttonClass, Card, DateInput, Field, MoreStyles, Select, Tag, TextInput } from "~/ui";
import { BOX_FIELDS, type BoxRow } from "./quote";
import type { QuoteCompared, QuoteState } from "./quote.server";

const EMPTY: BoxRow = { count: "", length: "", width: "", height: "", weight: "", battery: "0" };

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
                <select name="b" className="input" aria-label={`第${i + 1}行货物`} defaultValue={row.battery}>
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
function QuoteForm({ state }: { state: QuoteState }) {
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

/** How a price was made, step by step. */
const Steps = ({ row }: { row: QuoteCompared }) => (
  <ol className="reckoned">
    {row.steps.map((s, i) => (
      <li key={i}>
        {s.label}：{s.reckoning}
        {s.amount && <b>{` = ${formatMoney(s.amount, row.currency)}`}</b>}
      </li>
    ))}
  </ol>
);

function Served({ rows }: { rows: readonly QuoteCompared[] }) {
  return (
    <Card title={`可走的渠道（${rows.length}）`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="t lines whole" aria-label="可走的渠道" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>渠道</th>
              <th className="n">合计</th>
              <th className="n">折人民币</th>
              <th className="n">时效</th>
              <th className="n">计费</th>
              <th>怎么算的</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((r) => (
              <tr key={r.templateId}>
                <td data-l="渠道">
                  <a href={`/logistics/freight/freightDetail/${r.templateId}`}>
                    {r.provider} {r.channel}
                  </a>
                  <br />
                  <span className="hint">{`${r.mode} · 版本${r.templateVersion} `}</span>
                  {r.cheapest && <Tag tone="green">最便宜</Tag>}
                  {r.quickest && <Tag tone="blue">最快</Tag>}
                </td>
                <td className="n" data-l="合计">
                  <b>{formatMoney(r.total, r.currency)}</b>
                </td>
                <td className="n" data-l="折人民币">
                  {formatMoney(r.baseTotal, "CNY")}
                </td>
                <td className="n" data-l="时效">
                  {r.days}
                </td>
                <td className="n" data-l="计费">
                  {formatNumber(r.chargeWeightKg, 2)} kg
                  <br />
                  <span className="hint">{formatNumber(r.volumeM3, 4)} m³</span>
                </td>
                <td data-l="怎么算的">
                  <Steps row={r} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

const Refused = ({ rows }: { rows: readonly QuoteCompared[] }) => (
  <Card title={`不能走的渠道（${rows.length}）`}>
    <ul className="refused-list">
      {rows.map((r) => (
        <li key={r.templateId}>
          <a href={`/logistics/freight/freightDetail/${r.templateId}`}>
            {r.provider} {r.channel}
          </a>
          ：{r.refused}
        </li>
      ))}
    </ul>
  </Card>
);

/** 运费试算: one shipment over every channel, and how each price was made. */
export function QuotePage({ state }: { state: QuoteState }) {
  const { rows, asked, problem, transfer } = state;
  const served = rows.filter((r) => r.total);
  const refused = rows.filter((r) => !r.total);
  return (
    <>
      <MoreStyles />
      <header className="hello">
        <h1>运费试算</h1>
        {transfer && <p className="hint">调拨单{transfer.no}的箱子</p>}
        {served.length > 0 && (
          <button type="button" className={buttonClass()} data-print="">
            打印
          </button>
        )}
      </header>
      {problem && <Alert tone="danger" title={problem} />}
      <QuoteForm state={state} />
      {served.length > 0 && <Served rows={served} />}
      {asked && !problem && !served.length && <Alert tone="warning" title="没有能走的渠道，原因见下" />}
      {refused.length > 0 && <Refused rows={refused} />}
    </>
  );
}
