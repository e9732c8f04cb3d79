import { type ControlProps, useControl } from "../field/context";
import { MoreStyles } from "../more/more";
import { flatten, type UiOption } from "../option";

/** More choices than this are found by typing, with script. */
const MANY = 30;

export interface SelectProps extends ControlProps {
  options: readonly UiOption[];
  value?: string | null;
  /** First choice with an empty value; null leaves it out. */
  placeholder?: string | null;
  /** Sends its form as soon as something is chosen (with script). */
  auto?: boolean;
}

const item = (o: UiOption) => (
  <option key={o.value} value={o.value} disabled={o.disabled}>
    {o.label}
  </option>
);

/** A native select; options with children become groups. Script lets people type into a long one. */
export function Select(props: SelectProps) {
  const { options, value, placeholder = "请选择", auto } = props;
  const many = flatten(options).length > MANY;
  const select = (
    <select
      {...useControl(props)}
      className="input"
      defaultValue={value ?? ""}
      data-auto={auto ? "" : undefined}
      data-many={many ? "" : undefined}
    >
      {placeholder !== null && <option value="">{placeholder}</option>}
      {options.map((o) =>
        o.children?.length ? (
          <optgroup key={o.value} label={o.label}>
            {o.children.map(item)}
          </optgroup>
        ) : (
          item(o)
        ),
      )}
    </select>
  );
  if (!many) return select;
  return (
    <>
      <MoreStyles />
      {select}
    </>
  );
}
