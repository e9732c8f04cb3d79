import type { Field } from "#documents/kit";
import { cx, FieldContext } from "~/ui";
import type { UiOption } from "~/ui/option";
import { sideOf } from "../row/sums";
import { Control, isGroup } from "./control";

interface InputCellProps {
  /** Name that it posts: `items[0].qty`. */
  name: string;
  field: Field;
  value: unknown;
  /** Whose value it is, read before the field's label. */
  of: string;
  options?: readonly UiOption[];
  error?: string;
  /** What is pointed at beside the value. */
  warning?: string;
  autoFocus?: boolean;
  className?: string;
  /** The fact that is proposed here, as in the declaration. */
  from?: string;
}

/** A cell of a table of inputs: its label is for those who hear it, what is wrong stands below. */
export function InputCell(props: InputCellProps) {
  const { name, field, value, of, options, error, warning, autoFocus, className, from } = props;
  const id = `f-${name}`;
  const label = `${of} ${field.label}`;
  const said = error ?? warning;
  return (
    <td
      className={cx(error ? "bad" : warning && "odd", field.wide && "w", sideOf(field), className) || undefined}
      data-l={field.label}
      data-from={from}
    >
      {isGroup(field) && (
        <span className="sr" id={`${id}-l`}>
          {label}
        </span>
      )}
      <FieldContext.Provider
        value={{
          name,
          id,
          labelId: `${id}-l`,
          label: isGroup(field) ? undefined : label,
          describedBy: said && `${id}-err`,
          invalid: !!error,
          autoFocus,
        }}
      >
        <Control field={field} value={value} options={options} />
      </FieldContext.Provider>
      {said && (
        <p className={error ? "err" : "odds"} id={`${id}-err`}>
          {said}
        </p>
      )}
    </td>
  );
}
