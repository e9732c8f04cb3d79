import { type ControlProps, useGroup } from "../field/context";
import { labelsOf, type Option } from "../option";

/** Most values of a multiple choice unless said. */
export const MULTI_LIMIT = 99;
const SEARCH_FROM = 8;

export interface MultiSelectProps extends ControlProps {
  options: readonly Option[];
  value?: readonly string[];
  placeholder?: string;
  limit?: number;
}

/**
 * Several of many: native checkboxes inside <details>, so it works without script; script adds the
 * search box, the limit and the summary that follows the ticks. Use inside `<Field group>`.
 */
export function MultiSelect(props: MultiSelectProps) {
  const { options, value = [], placeholder = "请选择", limit = MULTI_LIMIT } = props;
  const { id, name, disabled, labelledBy, ...aria } = useGroup(props);
  const chosen = labelsOf(options, value);
  return (
    <details className="pick" data-pick={placeholder} data-limit={limit}>
      <summary
        id={id}
        className="input"
        aria-labelledby={labelledBy && `${labelledBy} ${id}`}
        {...aria}
      >
        {chosen.join("、") || placeholder}
      </summary>
      <div className="drop">
        {options.length > SEARCH_FROM && (
          <input
            type="search"
            className="input js-only"
            placeholder="输入文字筛选"
            aria-label="筛选选项"
            data-find=""
          />
        )}
        {options.map((o) => (
          <label key={o.value} className="tick">
            <input
              type="checkbox"
              name={name}
              value={o.value}
              defaultChecked={value.includes(o.value)}
              disabled={disabled || o.disabled}
            />
            {o.label}
          </label>
        ))}
      </div>
    </details>
  );
}
