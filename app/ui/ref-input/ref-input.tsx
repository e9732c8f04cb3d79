import { createContext, useContext } from "react";
import { type ControlProps, useControl } from "../field/context";
import { type Choice, choiceText, severalName } from "./choice";

/** What a form knows of one of its references. */
export interface RefState {
  /** The row that is named. */
  known?: Choice;
  /** Rows that what was typed may mean. */
  several?: readonly Choice[];
}
export const RefStates = createContext<{
  /** By the names of their controls. */
  refs?: Readonly<Record<string, RefState>>;
  /** Where a new row is made, for who may: by the name of what is searched. */
  creates?: Readonly<Record<string, string>>;
}>({});

export interface RefInputProps extends ControlProps {
  /** What the row is called: its code or number, not its id. */
  value?: string | null;
  /** Name of what is searched: script asks `/options/{source}?keyword=`. */
  source: string;
  /** What people call it. */
  of?: string;
  /** Its rows are called by their numbers. */
  numbered?: boolean;
}

/**
 * A reference to one of very many rows: a part of its code or name is typed or pasted, the server looks
 * it up and offers what it may mean. Script offers what fits while typing.
 */
export function RefInput(props: RefInputProps) {
  const control = useControl(props);
  const { refs, creates } = useContext(RefStates);
  const { known, several } = refs?.[control.name] ?? {};
  const { value, source, of, numbered } = props;
  const create = creates?.[source];
  // A sheet offers it where nothing is found.
  const beside = create && !control.disabled && !control.name.includes("[");
  return (
    <>
      <input
        {...control}
        className="input"
        defaultValue={value ?? ""}
        placeholder={numbered ? "单号" : "编码、名称或拼音首字母"}
        autoComplete="off"
        maxLength={100}
        data-ref={source}
        data-of={of}
        data-create={create}
        data-looked={known && known.label === value ? known.label : undefined}
      />
      {known && (known.picture || known.name) && (
        <span className="ref-known">
          {known.picture && (
            <img className="ref-pic" src={known.picture} alt="" width={32} height={32} loading="lazy" />
          )}
          {known.name}
        </span>
      )}
      {several && several.length > 0 && (
        <select
          className="input ref-several"
          name={severalName(control.name)}
          form={control.form}
          aria-label={`${of ?? ""}可能是`}
        >
          <option value="">请选择{of}</option>
          {several.map((row) => (
            <option key={row.label} value={row.label}>
              {choiceText(row)}
            </option>
          ))}
        </select>
      )}
      {beside && (
        <a className="ref-new" href={create} target="_blank" rel="noopener" data-for={control.name}>
          新建
          <span className="ref-of">
            {of}
            <span className="no-js">（新标签页）</span>
          </span>
        </a>
      )}
    </>
  );
}
