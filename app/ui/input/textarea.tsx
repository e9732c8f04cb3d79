import { TEXT_MAX } from "~/text/clean";
import { cx } from "../cx";
import { type ControlProps, useControl } from "../field/context";

export interface TextareaProps extends ControlProps {
  value?: string | null;
  rows?: number;
  /** Letters of one width, lines as they are: what is typed is code. */
  code?: boolean;
  maxLength?: number;
  placeholder?: string;
  /** @ offers names of the rows that this address of options knows. */
  mentions?: string;
}

/** Several lines with the count of characters; the count follows the typing when script is there. */
export function Textarea(props: TextareaProps) {
  const { value, rows = 2, code, maxLength = TEXT_MAX, placeholder, mentions } = props;
  return (
    <span className="area">
      <textarea
        {...useControl(props)}
        className={cx("input", code && "code")}
        spellCheck={code ? false : undefined}
        rows={rows}
        maxLength={maxLength}
        placeholder={placeholder}
        defaultValue={value ?? ""}
        data-count=""
        data-mentions={mentions}
      />
      <span className="count" aria-hidden="true">
        {`${value?.length ?? 0}/${maxLength}`}
      </span>
    </span>
  );
}
