import { type ControlProps, useControl } from "../field/context";

export interface RefInputProps extends ControlProps {
  /** What the row is called: its code or number, not its id. */
  value?: string | null;
  /** Name of what is searched: script asks `/options/{source}?keyword=`. */
  source: string;
}

/**
 * A reference to one of very many rows: its code is typed or pasted, the server looks it up. Script
 * offers what fits while typing.
 */
export function RefInput(props: RefInputProps) {
  const control = useControl(props);
  const listId = `${control.id}-list`;
  return (
    <>
      <input
        {...control}
        className="input"
        defaultValue={props.value ?? ""}
        placeholder="输入编码或名称"
        autoComplete="off"
        maxLength={100}
        list={listId}
        data-ref={props.source}
      />
      <datalist id={listId} />
    </>
  );
}
