import { type ControlProps, useControl, useGroup } from "../field/context";
import { MoreStyles } from "../more/more";
import { labelsOf, type UiOption } from "../option";

interface BranchProps {
  options: readonly UiOption[];
  type: "checkbox" | "radio";
  name: string;
  chosen: ReadonlySet<string>;
  disabled?: boolean;
  /** Levels that stand open at first; branches with something chosen always do. */
  open: number;
  firstId?: string;
}

const holds = (options: readonly UiOption[] | undefined, chosen: ReadonlySet<string>): boolean =>
  !!options?.some((o) => chosen.has(o.value) || holds(o.children, chosen));

function Branch({ options, open, firstId, ...rest }: BranchProps) {
  const { type, name, chosen, disabled } = rest;
  return (
    <ul>
      {options.map((o, i) => (
        <li key={o.value}>
          <label className="tick">
            <input
              type={type}
              name={name}
              value={o.value}
              id={i === 0 ? firstId : undefined}
              defaultChecked={chosen.has(o.value)}
              disabled={disabled || o.disabled}
            />
            {o.label}
          </label>
          {!!o.children?.length && (
            <details open={open > 0 || (type === "radio" && holds(o.children, chosen))}>
              <summary aria-label={o.label} />
              <Branch options={o.children} open={open - 1} {...rest} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

export interface TreeCheckboxProps extends ControlProps {
  options: readonly UiOption[];
  value?: readonly string[];
  open?: number;
}

/**
 * A tree of boxes, such as the permissions of a role. Without script each box stands for itself;
 * with it a tick takes its branch along and keeps its parents ticked (shown as partly ticked), and the
 * buttons above can be pressed.
 */
export function TreeCheckbox(props: TreeCheckboxProps) {
  const { options, value = [], open = 1 } = props;
  const { id, name, disabled, labelledBy, ...aria } = useGroup(props);
  return (
    <div className="tree" role="group" aria-labelledby={labelledBy} data-cascade="" {...aria}>
      <MoreStyles />
      <p className="js-only">
        <button type="button" className="link" data-tree="tick" disabled>
          全选
        </button>{" "}
        <button type="button" className="link" data-tree="clear" disabled>
          清空
        </button>{" "}
        <button type="button" className="link" data-tree="open" disabled>
          全部展开
        </button>{" "}
        <button type="button" className="link" data-tree="close" disabled>
          全部收起
        </button>
      </p>
      <Branch
        options={options}
        name={name}
        disabled={disabled}
        open={open}
        type="checkbox"
        chosen={new Set(value)}
        firstId={id}
      />
    </div>
  );
}

export interface TreeSelectProps extends ControlProps {
  options: readonly UiOption[];
  value?: string | null;
  placeholder?: string;
  /** Adds the choice of nothing, with this text. */
  none?: string;
}

/** One node of a tree: radios in nested <details>, folded into a control. Use inside `<Field group>`. */
export function TreeSelect(props: TreeSelectProps) {
  const { options, value, placeholder = "请选择", none } = props;
  const { id, name, disabled, labelledBy, ...aria } = useGroup(props);
  const all = none === undefined ? options : [{ value: "", label: none }, ...options];
  const chosen = value ?? (none === undefined ? null : "");
  return (
    <details className="pick" data-pick={placeholder}>
      <summary id={id} className="input" aria-labelledby={labelledBy && `${labelledBy} ${id}`} {...aria}>
        {(chosen !== null && labelsOf(all, [chosen])[0]) || placeholder}
      </summary>
      <div className="drop tree">
        <MoreStyles />
        <input type="search" className="input js-only" placeholder="输入文字筛选" aria-label="筛选选项" data-find="" />
        <Branch
          name={name}
          disabled={disabled}
          options={all}
          type="radio"
          open={1}
          chosen={new Set(chosen === null ? [] : [chosen])}
        />
      </div>
    </details>
  );
}

export interface TreeDictionaryProps extends ControlProps {
  value?: string | null;
  /** The tree, when the server has it: then it is a TreeSelect from the start. */
  options?: readonly UiOption[];
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
