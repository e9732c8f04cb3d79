import { createContext, useContext } from "react";

/** What a form says to its fields: one page may hold a search form and an edit form with equal names. */
export const FormContext = createContext({ prefix: "f-" });

interface FieldContextValue {
  name: string;
  id: string;
  labelId: string;
  describedBy?: string;
  invalid?: boolean;
  required?: boolean;
  /** The form of that id when the control stands outside of it. */
  form?: string;
  /** Accessible name of a control that has no label element. */
  label?: string;
  /** The page opens with the focus in it. */
  autoFocus?: boolean;
}
export const FieldContext = createContext<FieldContextValue | null>(null);

/** The id of the control of that name: what a label and an error summary point to. */
export const controlId = (name: string, prefix = "f-") => prefix + name;

/** What every control takes; inside a Field the name may be left out. */
export interface ControlProps {
  name?: string;
  id?: string;
  disabled?: boolean;
  /** The form of that id when the control stands outside of it. */
  form?: string;
  /** Accessible name where no Field gives one. */
  label?: string;
}

/** Attributes of a native control inside (or outside) a Field. */
export function useControl({ name, id, disabled, form, label }: ControlProps) {
  const field = useContext(FieldContext);
  const { prefix } = useContext(FormContext);
  const finalName = name ?? field?.name ?? "";
  return {
    name: finalName,
    id: id ?? field?.id ?? controlId(finalName, prefix),
    form: form ?? field?.form,
    disabled: disabled || undefined,
    required: field?.required || undefined,
    autoFocus: field?.autoFocus || undefined,
    "aria-label": label ?? field?.label,
    "aria-describedby": field?.describedBy,
    "aria-invalid": field?.invalid || undefined,
  };
}

/** Attributes of a group of controls (radios, checkboxes, ranges): it is named by the Field's label. */
export function useGroup(props: ControlProps) {
  const field = useContext(FieldContext);
  const { required: _, autoFocus: _f, ...control } = useControl(props);
  return { ...control, labelledBy: props.label ? undefined : field?.labelId };
}
