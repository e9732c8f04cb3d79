/**
 * Groups of the side menu. Radio buttons, and a style rule that hides what belongs to another group:
 * changing the group loads nothing and needs no script.
 */
export function TopMenu({ groups, current }: { groups: string[]; current: number }) {
  return (
    <fieldset className="groups">
      <legend className="sr">菜单分组</legend>
      {["全部", ...groups].map((label, i) => (
        <label key={label}>
          <input type="radio" name="group" id={`g${i}`} defaultChecked={i === current} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
