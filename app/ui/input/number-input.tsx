import { NUMBER_MAX } from "~/text/clean";
import { type ControlProps, useControl } from "../field/context";

export interface NumberInputProps extends ControlProps {
  value?: string | number | null;
  /** Most digits before the point, 12 when not said. */
  integers?: number;
  /** Most digits after it, 0 when not said. */
  decimals?: number;
  placeholder?: string;
}

/** A number typed as text: exact, without the browser's spinner and rounding. */
export function NumberInput(props: NumberInputProps) {
  const { value, integers = 12, decimals = 0, placeholder } = props;
  return (
    <input
      {...useControl(props)}
      type="text"
      className="input num"
      inputMode={decimals ? "decimal" : "numeric"}
      pattern={`-?\\d{0,${integers}}${decimals ? `(\\.\\d{0,${decimals}})?` : ""}`}
      maxLength={NUMBER_MAX}
      placeholder={placeholder}
      defaultValue={value ?? ""}
      autoComplete="off"
      data-number={`${integers},${decimals}`}
    />
  );
}

/** An amount of money; its currency stands inside the control. */
export function MoneyInput({ currency, ...props }: NumberInputProps & { currency?: string }) {
  const input = <NumberInput decimals={2} {...props} />;
  if (!currency) return input;
  return (
    <span className="has-unit">
      {input}
      <span className="unit">{currency}</span>
    </span>
  );
}
