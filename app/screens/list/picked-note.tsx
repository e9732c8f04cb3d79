import { closeHref } from "../frame/href";
import { withPicked } from "../frame/picked";
import { ROWS_FORM } from "./actions";
import type { ListContent } from "./load.server";

/** Chosen rows that stand on other pages. */
export function elsewhere({ picked, rows }: Pick<ListContent, "picked" | "rows">): string[] {
  const here = new Set(rows.map((row) => row.id));
  return picked.filter((id) => !here.has(id));
}

/** How many rows of other pages are chosen beside those that are seen, and the way to let all go. */
export function PickedNote({ state }: { state: ListContent }) {
  const others = elsewhere(state).length;
  if (!others) return null;
  return (
    <ul className="active-filters" aria-label="已选">
      <li className="tag blue">
        其他页已选 {others} 条{" "}
        <a href={withPicked(closeHref(state.url), [])} data-drop="" aria-label="清除全部选择">
          ×
        </a>
      </li>
    </ul>
  );
}

/** Without script, links do not know what is ticked: this button keeps it while pages are turned. */
export const KeepPicked = () => (
  <button className="btn go" type="submit" form={ROWS_FORM} formMethod="get">
    保留勾选
  </button>
);
