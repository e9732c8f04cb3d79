import type { jobOf, TerminalAsk, TerminalView } from "#documents/wms/terminal/words";
import { type Band, Head, Said, State } from "./parts";

type JobViewWords = ReturnType<typeof jobOf>;

export interface JobProps {
  words: JobViewWords;
  view: TerminalView;
  band: Band | null;
  /** Of the next scan. */
  keyOf: string;
  /** What was typed and not taken. */
  code?: string;
  qty?: string;
}

export const labelOf = (words: JobViewWords, open: boolean) => (open ? words.counts : words.opens);

const GoodOrBad = ({ words, good }: { words: JobViewWords; good: boolean }) =>
  words.bad ? (
    <fieldset className="pick">
      {[true, false].map((value) => (
        <label key={String(value)}>
          <input type="radio" name="good" value={value ? "1" : "0"} defaultChecked={value === good} />
          {value ? words.good : words.bad}
        </label>
      ))}
    </fieldset>
  ) : null;

/** One field has the focus: what is scanned there counts, and the page comes back with it. */
export const JobView = ({ words, view, band, keyOf, code, qty = "1" }: JobProps) => (
  <>
    <Head title={words.label} place={view.place.name} back="/terminal" />
    <main>
      <Said band={band} />
      <form method="post" id="scan">
        <input type="hidden" name="intent" value="scan" />
        <input type="hidden" name="key" value={keyOf} />
        <input type="hidden" name="place" value={view.place.id} />
        <label>
          <span id="asked">{labelOf(words, !!view.job)}</span>
          <input
            name="code"
            required
            maxLength={60}
            defaultValue={code}
            // biome-ignore lint/a11y/noAutofocus: a scanner types into what has the focus
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="send"
          />
        </label>
        <GoodOrBad words={words} good={view.asGood} />
        <div className="two">
          <label>
            件数
            <input name="qty" inputMode="numeric" maxLength={5} defaultValue={qty} />
          </label>
          <button type="submit" className="go">
            计入
          </button>
        </div>
      </form>
      <div id="waiting" hidden />
      <div id="state">
        <State view={view} words={words} keyOf={keyOf} />
      </div>
    </main>
  </>
);

const Question = ({ ask, value }: { ask: TerminalAsk; value: string | undefined }) => {
  const { name, label, required, help } = ask;
  const given = value ?? ask.value;
  if (ask.kind === "check")
    return (
      <div className="pick">
        <label>
          <input type="checkbox" name={name} defaultChecked={given === "on"} />
          <span>
            {label}
            {help && (
              <>
                <br />
                <small>{help}</small>
              </>
            )}
          </span>
        </label>
      </div>
    );
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: each branch has one control
    <label>
      <span>
        {label}
        {required ? "（必填）" : ""} {help && <small>{help}</small>}
      </span>
      {ask.kind === "select" ? (
        <select name={name} required={required} defaultValue={given ?? ""}>
          <option value="">请选择</option>
          {ask.options?.map((o) => (
            <option key={o.value} value={o.value}>
              {o.label}
            </option>
          ))}
        </select>
      ) : ask.kind === "files" ? (
        <>
          {given && <input type="hidden" name={`${name}Kept`} value={given} />}
          {given && <small>已上传 {given.split(",").length} 个文件</small>}
          <input type="file" name={name} multiple accept="image/*,application/pdf" required={required && !given} />
        </>
      ) : (
        <input
          name={name}
          inputMode={ask.kind === "number" ? "numeric" : undefined}
          required={required}
          maxLength={ask.kind === "number" ? 6 : 500}
          defaultValue={given}
        />
      )}
    </label>
  );
};

/** The end of a job: what it still has to be told, and what was counted. */
export const FinishView = ({
  words,
  view,
  asks,
  values,
  band,
}: Pick<JobProps, "words" | "view" | "band"> & {
  asks: readonly TerminalAsk[];
  values: Readonly<Record<string, string>>;
}) => {
  const refused = Object.keys(values).length > 0;
  return (
    <>
      <Head title={words.ends} place={view.place.name} back="?" />
      <main>
        <Said band={band} />
        <form method="post" encType="multipart/form-data" id="finish">
          <input type="hidden" name="intent" value="finish" />
          <input type="hidden" name="job" value={view.job?.id} />
          {asks.map((ask) => (
            <Question key={ask.name} ask={ask} value={refused ? (values[ask.name] ?? "") : undefined} />
          ))}
          <button type="submit" className="go">
            {words.ends}
          </button>
        </form>
        <div id="state">
          <State view={{ ...view, job: null, scans: [] }} words={words} keyOf="" />
        </div>
      </main>
    </>
  );
};
