import { type ReactNode, useContext } from "react";
import { cx } from "../cx";
import { controlId, FieldContext, FormContext } from "./context";

export interface FieldProps {
  /** The name that is posted. The control gets the id `f-{name}` (or the form's own prefix). */
  name: string;
  label: string;
  required?: boolean;
  help?: ReactNode;
  error?: string | null;
  /** Shown inside the control, at its end: kg, %, CNY. */
  unit?: string;
  /** Columns of the form that it covers; "all" is a whole row. */
  span?: 2 | "all";
  /** The control is a group (radios, checkboxes, range, tree, upload): named, not labelled. */
  group?: boolean;
  /** `name=value` of another control: script hides this field while the other differs. */
  when?: string;
  children: ReactNode;
}

/** Label, control, help and error of one value, tied together for readers. */
export function Field(props: FieldProps) {
  const { name, label, required, help, error, unit, span, group, when, children } = props;
  const { prefix } = useContext(FormContext);
  const id = controlId(name, prefix);
  const describedBy = cx(!!help && `${id}-help`, error && `${id}-err`);
  const text = (
    <>
      {label}
      {required && (
        <>
          <span className="star" aria-hidden="true">
            *
          </span>
          <span className="sr">（必填）</span>
        </>
      )}
    </>
  );
  return (
    <div className={cx("field", error && "bad", span && `span-${span}`)} data-when={when}>
      {group ? (
        <span className="l" id={`${id}-l`}>
          {text}
        </span>
      ) : (
        <label className="l" htmlFor={id}>
          {text}
        </label>
      )}
      <div className="c">
        <FieldContext.Provider value={{ name, id, labelId: `${id}-l`, describedBy, invalid: !!error, required }}>
          {unit ? (
            <span className="has-unit">
              {children}
              <span className="unit">{unit}</span>
            </span>
          ) : (
            children
          )}
        </FieldContext.Provider>
        {help && (
          <p className="help" id={`${id}-help`}>
            {help}
          </p>
        )}
        {error && (
          <p className="err" id={`${id}-err`}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
