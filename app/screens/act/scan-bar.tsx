import { type Lines, portionOf } from "#documents/kit";
import { Button } from "~/ui/button/button";
import { cx } from "~/ui/cx";
import { Tag } from "~/ui/tag/tag";
import type { Values } from "../form/values";
import { type Counting, progressOf, SCAN, scanText } from "./scans";

interface BarProps {
  name: string;
  lines: Lines;
  counting?: Omit<Counting, "rows">;
  /** Something is wrong: the page says that first. */
  quiet: boolean;
}

/** One field that a scanner types into: Enter counts, the focus stays, the last scans can be taken back. */
export function ScanBar({ name, lines, counting, quiet }: BarProps) {
  const { tally } = lines;
  const { scans = [], said } = counting ?? {};
  return (
    <div
      className="scan-bar"
      data-scan=""
      data-tally={name}
      data-of={tally?.of.join(" ")}
      data-left={tally?.left}
    >
      <label htmlFor="scan-code">扫描</label>
      <input
        className="input"
        id="scan-code"
        name={SCAN.code}
        maxLength={100}
        // biome-ignore lint/a11y/noAutofocus: a scanner types into what has the focus
        autoFocus={!quiet}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="go"
        placeholder="SKU编码或条码，多件写作 12*编码"
      />
      <Button name="_line" value={`scan:${name}`}>
        计数
      </Button>
      <p className={cx("said", said && (said.ok ? "good" : "wrong"))} role="status">
        {said?.text}
      </p>
      <ul aria-label="最近扫描">
        {scans.map((scan, i) => (
          <li key={i}>
            <input type="hidden" name={SCAN.kept} value={scanText(scan)} />
            <span>
              {scan.code} +{scan.count}
            </span>
            <button
              type="submit"
              className="link"
              name="_line"
              value={`undo:${name}:${i}`}
              aria-label={`撤销 ${scan.code} +${scan.count}`}
            >
              撤销
            </button>
          </li>
        ))}
      </ul>
      {/* What script puts in front of the list. */}
      <template>
        <li>
          <input type="hidden" name={SCAN.kept} />
          <span />
          <button type="submit" className="link" name="_line">
            撤销
          </button>
        </li>
      </template>
    </div>
  );
}

const PORTIONS = {
  none: ["未计", "grey"],
  part: ["部分", "orange"],
  all: ["全部", "green"],
} as const;

/** How much is counted, and buttons that count everything or nothing. */
export function Progress({ name, lines, rows }: { name: string; lines: Lines; rows: Values[] }) {
  const { tally } = lines;
  if (!tally) return null;
  const { done, of } = progressOf(tally, rows);
  const [word, tone] = PORTIONS[portionOf([{ done, of }])];
  return (
    <>
      <span data-progress="">
        <Tag tone={tone}>{word}</Tag> 已计 <b>{done}</b> / {of} 件
      </span>
      <Button name="_line" value={`all:${name}`} small>
        全部填满
      </Button>
      <Button name="_line" value={`none:${name}`} small>
        全部清零
      </Button>
    </>
  );
}
