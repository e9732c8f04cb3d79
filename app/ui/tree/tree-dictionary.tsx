import { type ControlProps, useControl } from "../field/context";
import { MoreStyles } from "../more/more";
import type { Option } from "../option";
import { TreeSelect } from "./tree";

export interface TreeDictionaryProps extends ControlProps {
  value?: string | null;
  /** The tree, when the server has it: then it is a TreeSelect from the start. */
  options?: readonly Option[];
  /** Same-origin URL of the dictionary (its list is the answer, `data` or `data.data`). */
  source?: string;
  placeholder?: string;
}

/**
 * A value out of a tree dictionary. With `source` script loads the tree (获取字典中... meanwhile);
 * without script the value itself is typed. Use inside `<Field group>`.
 */
export function TreeDictionary(props: TreeDictionaryProps) {
  const { value, options, source, placeholder = "请选择" } = props;
  const control = useControl(props);
  if (options) return <TreeSelect {...props} options={options} />;
  return (
    <div data-dictionary={source} data-placeholder={placeholder}>
      <MoreStyles />
      <input
        {...control}
        type="text"
        className="input"
        defaultValue={value ?? ""}
        aria-label={props.label ?? placeholder}
      />
    </div>
  );
}
