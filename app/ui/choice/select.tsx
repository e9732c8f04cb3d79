import { type ControlProps, useControl } from "../field/context";
import type { Option } from "../option";

export interface SelectProps extends ControlProps {
  options: readonly Option[];
  value?: string | null;
  /** First choice with an empty value; null leaves it out. */
  placeholder?: string | null;
  /** Sends its form as soon as something is chosen (with script). */
  auto?: boolean;
}

const item = (o: Option) => (
  <option key={o.value} value={o.value} disabled={o.disabled}>
    {o.label}
  </option>
);

/** A native select; options with children become groups. */
export function Select(props: SelectProps) {
  const { options, value, placeholder = "请选择", auto } = props;
  return (
    <select
      {...useControl(props)}
      className="input"
      defaultValue={value ?? ""}
      data-auto={auto ? "" : undefined}
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
}
