import { type ControlProps, useGroup } from "../field/context";

export interface NumberRangeProps extends Omit<ControlProps, "name"> {
  /** Names of the two numbers that are posted. */
  fromName: string;
  toName: string;
  from?: string;
  to?: string;
}

/** From one number to another, either may be left open. Use inside `<Field group>`. */
export function NumberRange({ fromName, toName, from, to, ...props }: NumberRangeProps) {
  const group = useGroup({ ...props, name: fromName });
  const input = (name: string, value: string | undefined, label: string, id?: string) => (
    <input
      className="input"
      inputMode="decimal"
      maxLength={24}
      id={id}
      name={name}
      defaultValue={value ?? ""}
      disabled={group.disabled}
      aria-label={label}
      placeholder={label}
      aria-invalid={group["aria-invalid"]}
      aria-describedby={group["aria-describedby"]}
    />
  );
  return (
    <div className="range" role="group" aria-labelledby={group.labelledBy} aria-label={props.label}>
      {input(fromName, from, "最小", group.id)}
      <span>至</span>
      {input(toName, to, "最大")}
    </div>
  );
}
