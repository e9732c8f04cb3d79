import { type ControlProps, useControl } from "../field/context";

export interface DateInputProps extends ControlProps {
  /** yyyy-MM-dd, or yyyy-MM-dd HH:mm:ss with `time`. */
  value?: string | null;
  min?: string;
  max?: string;
  time?: boolean;
}

/** One day, or one moment, with the browser's own picker. Moments post as yyyy-MM-ddTHH:mm. */
export function DateInput(props: DateInputProps) {
  const { value, min, max, time } = props;
  return (
    <input
      {...useControl(props)}
      type={time ? "datetime-local" : "date"}
      className="input"
      defaultValue={time ? value?.slice(0, 16).replace(" ", "T") : value?.slice(0, 10)}
      min={min}
      max={max}
    />
  );
}
