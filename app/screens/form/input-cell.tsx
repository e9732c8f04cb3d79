import type { Field } from "#documents/kit";
import { cx } from "~/ui/cx";
import { FieldContext } from "~/ui/field/context";
import type { Option } from "~/ui/option";
import { Control } from "./control";

interface InputCellProps {
  /** Name that it posts: `items[0].qty`. */
  name: string;
  field: Field;
  value: unknown;
  /** Whose value it is, read before the field's label. */
  of: string;
  options?: readonly Option[];
  error?: string;
}

/** A cell of a table of inputs: its label is for those who hear it, its error stands below. */
export function InputCell({ name, field, value, of, options, error }: InputCellProps) {
  const id = `f-${name}`;
  return (
    <td className={cx(error && "bad", field.wide && "w") || undefined} data-l={field.label}>
      <label className="sr" htmlFor={id} id={`${id}-l`}>
        {of} {field.label}
      </label>
      <FieldContext.Provider
        value={{
          name,
          id,
          labelId: `${id}-l`,
          describedBy: error && `${id}-err`,
          invalid: !!error,
        }}
      >
        <Control field={field} value={value} options={options} />
      </FieldContext.Provider>
      {error && (
        <p className="err" id={`${id}-err`}>
          {error}
        </p>
      )}
    </td>
  );
}
