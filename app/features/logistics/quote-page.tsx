import { formatMoney, formatNumber } from "~/text/format";
import { Alert } from "~/ui/alert/alert";
import { buttonClass } from "~/ui/button/button";
import { Card } from "~/ui/card/card";
import { MoreStyles } from "~/ui/more/more";
import { Tag } from "~/ui/tag/tag";
import type { Compared, QuoteState } from "./quote.server";
import { QuoteForm } from "./quote-form";

/** How a price was made, step by step. */
const Steps = ({ row }: { row: Compared }) => (
  <ol className="reckoned">
    {row.steps.map((s, i) => (
      <li key={i}>
        {s.label}：{s.reckoning}
        {s.amount && <b>{` = ${formatMoney(s.amount, row.currency)}`}</b>}
      </li>
    ))}
  </ol>
);

function Served({ rows }: { rows: readonly Compared[] }) {
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

const Refused = ({ rows }: { rows: readonly Compared[] }) => (
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
      {asked && !problem && !served.length && (
        <Alert tone="warning" title="没有能走的渠道，原因见下" />
      )}
      {refused.length > 0 && <Refused rows={refused} />}
    </>
  );
}
