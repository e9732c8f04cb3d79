import { type Conflict, choiceName, choiceValue, type Side } from "./conflict";

interface ConflictsProps {
  conflicts: readonly Conflict[];
  by?: string;
  /** The row can no longer be saved from here: both values are only shown. */
  closed?: boolean;
}

/** Both values of whatever differs; one of them is kept when the form is saved again. */
export function Conflicts({ conflicts, by, closed }: ConflictsProps) {
  if (!conflicts.length) return null;
  const side = ({ path, keeps, shows, ...says }: Conflict, of: Side) =>
    closed ? (
      says[of]
    ) : (
      <label className="tick">
        <input
          type="radio"
          name={choiceName(path)}
          value={choiceValue(of, shows)}
          defaultChecked={keeps === of}
        />{" "}
        {says[of]}
      </label>
    );
  const asks = closed ? "您填写的与当前最新的不同之处" : "请选择每一处保留哪个值，再保存";
  return (
    <fieldset className="span-all conflicts" id="conflicts" tabIndex={-1}>
      <legend>
        {by && `${by}保存了修改。`}
        {asks}
      </legend>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="t" aria-label="字段的两个值" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>字段</th>
              <th>我填写的</th>
              <th>当前最新</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((conflict) => (
              <tr key={conflict.path}>
                <th scope="row">{conflict.label}</th>
                <td data-l="我填写的">{side(conflict, "mine")}</td>
                <td data-l="当前最新">{side(conflict, "theirs")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </fieldset>
  );
}
