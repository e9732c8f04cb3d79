import { type ControlProps, useControl, useGroup } from "../field/context";
import type { UiOption } from "../option";

export interface GroupProps extends ControlProps {
  options: readonly UiOption[];
  /** Who opens the dialog that it stands in continues here. */
  first?: boolean;
}

/** Several of a few choices. Posts its name once per tick. Use inside `<Field group>`. */
export function CheckboxGroup(props: GroupProps & { value?: readonly string[] }) {
  return <Group {...props} type="checkbox" chosen={props.value ?? []} />;
}

/** One of a few choices, all visible. Use inside `<Field group>`. */
export function RadioGroup(props: GroupProps & { value?: string | null }) {
  return <Group {...props} type="radio" chosen={props.value ? [props.value] : []} />;
}

function Group(props: GroupProps & { type: "checkbox" | "radio"; chosen: readonly string[] }) {
  const { options, type, chosen, first } = props;
  const { id, name, disabled, labelledBy, ...aria } = useGroup(props);
  return (
    <div className="choices" role="group" aria-labelledby={labelledBy} {...aria}>
      {options.map((o, i) => (
        <label key={o.value} className="tick">
          <input
            type={type}
            name={name}
            value={o.value}
            id={i === 0 ? id : undefined}
            defaultChecked={chosen.includes(o.value)}
            disabled={disabled || o.disabled}
            // biome-ignore lint/a11y/noAutofocus: who opens a dialog continues inside it
            autoFocus={first && i === 0}
          />
          {o.label}
        </label>
      ))}
    </div>
  );
}

export interface TickProps extends ControlProps {
  checked?: boolean;
  value?: string;
  /** Posted when it is off; nothing is posted when not said. */
  off?: string;
  text?: string;
}

/** One box with its text. */
export function Checkbox({ checked, value = "true", off, text, ...rest }: TickProps) {
  const control = useControl(rest);
  return (
    <label className="tick">
      {off !== undefined && <input type="hidden" name={control.name} value={off} />}
      <input type="checkbox" {...control} value={value} defaultChecked={checked} />
      {text}
    </label>
  );
}

/** On or off, in effect a checkbox. Its words are 开启 and 关闭. */
export function Switch({ checked, value = "true", off, ...rest }: Omit<TickProps, "text">) {
  const control = useControl(rest);
  return (
    <label className="toggle">
      {off !== undefined && <input type="hidden" name={control.name} value={off} />}
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox brings its own checked state */}
      <input type="checkbox" role="switch" {...control} value={value} defaultChecked={checked} />
      <span className="on" aria-hidden="true">
        开启
      </span>
      <span className="off" aria-hidden="true">
        关闭
      </span>
    </label>
  );
}
