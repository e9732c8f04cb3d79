import { type AlertState, alertChannels } from "#documents/kit";
import { Alert, Button, Empty, MoreStyles } from "~/ui";

/** An alert as the form shows it: with what was typed, whatever that is. */
interface AlertRow extends Omit<AlertState, "threshold"> {
  threshold: number | string;
}

export interface AlertForm {
  alerts: readonly AlertRow[];
  problem?: string;
}

function Row({ alert }: { alert: AlertRow }) {
  const { kind, label, document, unit, on, threshold, channel } = alert;
  return (
    <li>
      <label>
        <input type="checkbox" name="on" value={kind} defaultChecked={on} /> {label}
        <span className="hint">{document}</span>
      </label>
      <label>
        达到{" "}
        <input
          className="input"
          type="number"
          name={`threshold.${kind}`}
          defaultValue={threshold}
          min={0}
          max={1_000_000}
          step="any"
          aria-label={`${label}的阈值（${unit}）`}
        />{" "}
        {unit}
      </label>
      <select className="input" name={`channel.${kind}`} defaultValue={channel} aria-label={`${label}的通知方式`}>
        {Object.entries(alertChannels).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </li>
  );
}

/** What a person is told of, from which value on, and how. */
export const Alerts = ({ alerts, problem }: AlertForm) => (
  <section className="card">
    <header className="toolbar">
      <h1>预警订阅</h1>
      <span className="hint">每10分钟检查一次，同一条数据每天最多提醒一次；每日汇总在9点以后发送</span>
    </header>
    <MoreStyles />
    {problem && <Alert tone="danger">{problem}</Alert>}
    {alerts.length ? (
      <form method="post" action="/alerts">
        <ul className="alerts">
          {alerts.map((alert) => (
            <Row key={alert.kind} alert={alert} />
          ))}
        </ul>
        <Button type="submit" tone="primary">
          保存
        </Button>
      </form>
    ) : (
      <Empty href="/alerts" />
    )}
  </section>
);
