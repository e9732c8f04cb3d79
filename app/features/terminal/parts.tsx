import { createContext, type ReactNode, useContext } from "react";
import type { jobOf, TerminalTone, TerminalView } from "#documents/wms/terminal/words";

export interface Band {
  tone: TerminalTone;
  said: string;
}

/** The company is an invented one: the bar says so. */
export const InventedContext = createContext(false);

export const Invented = () =>
  useContext(InventedContext) && (
    <a className="demo" href="/demo/index">
      演示数据
    </a>
  );

/** Where one is, and the way back. */
export const Head = ({ title, place, back }: { title: string; place?: string; back: string }) => (
  <header>
    <a href={back}>‹ 返回</a>
    <b>{title}</b>
    {place && <a href="/terminal?do=place">{place}</a>}
    <Invented />
  </header>
);

/** The answer, over the whole width. A refusal is announced at once. */
export const Said = ({ band }: { band: Band | null }) => (
  <p id="band" className={`band ${band?.tone ?? ""}`} role={band?.tone === "bad" ? "alert" : "status"} hidden={!band}>
    {band?.said}
  </p>
);

const stateOf = (done: number, expected: number | null) =>
  expected === null ? "" : done < expected ? "left" : done === expected ? "full" : "over";

/** What is to be counted and what was, the open ones first. */
const Lines = ({ view, good, bad }: { view: TerminalView; good?: string; bad?: string }) => {
  const rows = view.lines.map((l) => ({ ...l, done: l.good + l.bad }));
  rows.sort((a, b) => Number(a.done === a.expected) - Number(b.done === b.expected));
  const [done, all] = [rows.reduce((n, l) => n + l.done, 0), rows.map((l) => l.expected)];
  const expected = all.includes(null) ? null : all.reduce<number>((n, q) => n + (q ?? 0), 0);
  if (!rows.length) return null;
  return (
    <table>
      <caption>
        {view.job?.no} 已扫 {done}
        {expected === null ? "" : ` / ${expected}`} 件{view.job?.cartons ? `，${view.job.cartons} 箱` : ""}
      </caption>
      <thead>
        <tr>
          <th>SKU</th>
          {bad && <th className="n">{good}</th>}
          {bad && <th className="n">{bad}</th>}
          <th className="n">件数</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, 40).map((l) => (
          <tr key={l.skuId} className={stateOf(l.done, l.expected)}>
            <td>
              {l.code}
              <br />
              <small>{l.name.slice(0, 30)}</small>
            </td>
            {bad && <td className="n">{l.good}</td>}
            {bad && <td className="n">{l.bad}</td>}
            <td className="n">
              {l.done}
              {l.expected === null ? "" : ` / ${l.expected}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Scans = ({ scans }: Pick<TerminalView, "scans">) => (
  <ol aria-label="最近扫描">
    {scans.map((s) => (
      <li key={s.id} className={s.tone === "bad" ? "bad" : s.undone ? "off" : ""}>
        <span>
          {s.tone === "bad" ? "未计入：" : ""}
          {s.said}
          <br />
          <small>
            {s.time}
            {s.undone ? " 已撤回" : ""}
          </small>
        </span>
        {s.counts && !s.undone && (
          <form method="post">
            <input type="hidden" name="intent" value="undo" />
            <button type="submit" name="scan" value={s.id} aria-label={`撤回 ${s.code}`}>
              撤回
            </button>
          </form>
        )}
      </li>
    ))}
  </ol>
);

/** The open box is full: its weight and measures, where they are not the carton's. */
const Seal = ({ keyOf, place }: { keyOf: string; place: string }) => (
  <form method="post" id="seal">
    <input type="hidden" name="intent" value="scan" />
    <input type="hidden" name="key" value={keyOf} />
    <input type="hidden" name="place" value={place} />
    <div className="two">
      <label>
        箱重 kg
        <input name="weight" inputMode="decimal" maxLength={8} pattern="\d+(\.\d{1,2})?" />
      </label>
      <label>
        长x宽x高 cm
        <input name="size" maxLength={26} pattern="[\d.]+[xX*×][\d.]+[xX*×][\d.]+" />
      </label>
    </div>
    <button type="submit" name="code" value="BOX">
      封箱
    </button>
  </form>
);

/** What changes with every scan. */
export const State = ({
  view,
  words,
  keyOf,
}: {
  view: TerminalView;
  words: ReturnType<typeof jobOf>;
  keyOf: string;
}): ReactNode => (
  <>
    {view.job && words.boxes && <Seal keyOf={keyOf} place={view.place.id} />}
    <Lines view={view} good={words.good} bad={words.bad} />
    {view.job && (
      <div className="two">
        <a className="btn go" href="?do=finish">
          {words.ends}
        </a>
        <details>
          <summary>放弃</summary>
          <form method="post">
            <input type="hidden" name="intent" value="drop" />
            <button type="submit" name="job" value={view.job.id}>
              确定放弃，清空已扫
            </button>
          </form>
        </details>
      </div>
    )}
    {view.scans.length > 0 && <Scans scans={view.scans} />}
  </>
);
