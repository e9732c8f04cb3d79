import { type ControlProps, useGroup } from "../field/context";
import { attributes, escapeHtml } from "../html";
import { flatten, labelsOf, type UiOption } from "../option";

/** Most values of a multiple choice unless said. */
export const MULTI_LIMIT = 99;
const SEARCH_FROM = 8;

export interface MultiSelectProps extends ControlProps {
  /** Options with children become groups. */
  options: readonly UiOption[];
  value?: readonly string[];
  placeholder?: string;
  limit?: number;
}

const SEARCH = `<input${attributes({
  type: "search",
  class: "input js-only",
  placeholder: "输入文字筛选",
  "aria-label": "筛选选项",
  "data-find": true,
})}/>`;

/** The boxes as text: a list page has a hundred of them, and nobody opens most. */
const ticksHtml = (
  options: readonly UiOption[],
  { name, disabled, chosen }: { name: string; disabled?: boolean; chosen: ReadonlySet<string> },
): string =>
  options
    .map((o) => {
      // Nobody asks for a whole group by its name: it only stands above its members.
      if (o.children?.length) {
        const inner = ticksHtml(o.children, { name, disabled, chosen });
        return `<fieldset><legend class="hint">${escapeHtml(o.label)}</legend>${inner}</fieldset>`;
      }
      const own = { checked: chosen.has(o.value), disabled: disabled || o.disabled };
      const box = attributes({ type: "checkbox", name, value: o.value, ...own });
      return `<label class="tick"><input${box}/>${escapeHtml(o.label)}</label>`;
    })
    .join("");

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
      <summary id={id} className="input" aria-labelledby={labelledBy && `${labelledBy} ${id}`} {...aria}>
        {chosen.join("、") || placeholder}
      </summary>
      <div
        className="drop"
        dangerouslySetInnerHTML={{
          __html:
            (flatten(options).length > SEARCH_FROM ? SEARCH : "") +
            ticksHtml(options, { name, disabled, chosen: new Set(value) }),
        }}
      />
    </details>
  );
}
