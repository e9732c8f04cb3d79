import { type Conflict, choiceName } from "./conflict";

/** Both values of each field that differs; one of them is kept when the form is saved again. */
export function Conflicts({ conflicts, by }: { conflicts: Conflict[]; by?: string }) {
  if (!conflicts.length) return null;
  return (
    <fieldset className="span-all conflicts">
      <legend>{by && `${by}保存了修改。`}请选择每个字段保留哪个值，再保存</legend>
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
            {conflicts.map(({ name, label, mine, theirs }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td data-l="我填写的">
                  <label className="tick">
                    <input type="radio" name={choiceName(name)} value="mine" defaultChecked />{" "}
                    {mine}
                  </label>
                </td>
                <td data-l="当前最新">
                  <label className="tick">
                    <input type="radio" name={choiceName(name)} value="theirs" /> {theirs}
                  </label>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </fieldset>
  );
}
