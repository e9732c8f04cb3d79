import { PHONE_MAX, TEXT_MAX } from "~/text/clean";
import { type ControlProps, useControl } from "../field/context";

export interface TextInputProps extends ControlProps {
  value?: string | null;
  type?: "text" | "search" | "password" | "email" | "url" | "tel";
  placeholder?: string;
  maxLength?: number;
  /** "strip" drops quotes and angle brackets; "multi" also joins several values by single commas. */
  filter?: "strip" | "multi" | "none";
  autoComplete?: string;
  inputMode?: "text" | "numeric" | "decimal" | "none";
  readOnly?: boolean;
  autoFocus?: boolean;
}

/** One line of text. The filters run in the page when script is there; the server applies them again. */
export function TextInput(props: TextInputProps) {
  const { value, type = "text", maxLength = TEXT_MAX, filter = "strip", label, ...rest } = props;
  const { name: _name, id: _id, disabled: _disabled, ...native } = rest;
  const filtered = type !== "password" && filter !== "none";
  return (
    <input
      {...useControl(props)}
      {...native}
      type={type}
      className="input"
      maxLength={maxLength}
      defaultValue={value ?? ""}
      data-clean={filtered ? filter : undefined}
    />
  );
}

/** A mobile number of 11 digits. Script groups it 3-4-4 while typing and posts it without the blanks. */
export function PhoneInput(props: ControlProps & { value?: string | null; placeholder?: string }) {
  return (
    <input
      {...useControl(props)}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      className="input"
      maxLength={PHONE_MAX}
      placeholder={props.placeholder}
      defaultValue={props.value ?? ""}
      data-phone=""
    />
  );
}
