import type { ReactNode } from "react";
import { cx } from "../cx";
import { opener } from "../popover/popover";

/** What stands beside other actions where there is room, and below one button on phones. */
export const Rest = ({ id, children }: { id: string; children: ReactNode }) => (
  <>
    <button type="button" className="btn phone-only" {...opener(id)}>
      更多 ▾
    </button>
    <div id={id} className="pop rest" {...auto}>
      {children}
    </div>
  </>
);

// React 18's types do not know the attribute.
const auto = { popover: "auto" };

export interface ToolbarProps {
  title?: ReactNode;
  /** Left after the title: 新增. It stays in view on phones. */
  lead?: ReactNode;
  /** The states of its rows, in the same line. */
  tabs?: ReactNode;
  /** Behind it. On phones it is below 更多, as are the tools. */
  children?: ReactNode;
  /** What can be done with ticked rows: takes the place of tabs and tools as soon as one is ticked. */
  picks?: ReactNode;
  /** The list with no row ticked. */
  dropHref?: string;
  /** Links at the right; each is left out when it is not given. */
  refreshHref?: string;
  columnsHref?: string;
  /** Saved views of the list. */
  viewsHref?: string;
  /** Shows or hides the search form. */
  searchHref?: string;
  exportHref?: string;
  importHref?: string;
  /** Its rows open to be typed into. */
  sheetHref?: string;
  /** The rows have amounts that add up: script says what those of ticked rows come to. */
  sums?: boolean;
  /** The page can be printed (script opens the browser's print). */
  print?: boolean;
}

interface ToolProps {
  href: string | undefined;
  /** Not on phones. */
  wide?: boolean;
  children: string;
}

const Tool = ({ href, wide, children }: ToolProps) =>
  href ? (
    <a className={cx("btn", wide && "wide-only")} href={href}>
      {children}
    </a>
  ) : null;

/** The row between filters and table: title, what can be made or done, and the table's own tools. */
export function Toolbar(props: ToolbarProps) {
  const { title, lead, tabs, children, picks, dropHref } = props;
  const { refreshHref, columnsHref, viewsHref, searchHref, exportHref, importHref, sheetHref, print } = props;
  return (
    <header className="toolbar">
      {title && <h1>{title}</h1>}
      {lead}
      {tabs}
      <Rest id="tools-more">
        {children}
        {picks && (
          <span className="picks">
            <b className="wide-only" aria-live="polite">
              已选 <span data-ticked="" />
              {props.sums && <span data-sums="" />}
            </b>
            {picks}
            {dropHref && (
              <a className="btn wide-only" href={dropHref} data-drop="">
                取消选择
              </a>
            )}
          </span>
        )}
        <span className="tools">
          <Tool href={sheetHref}>批量编辑</Tool>
          <Tool href={importHref}>导入</Tool>
          <Tool href={exportHref}>导出</Tool>
          <Tool href={refreshHref}>刷新</Tool>
          {print && (
            <button type="button" className="btn js-only wide-only" data-print="">
              打印
            </button>
          )}
          <Tool href={columnsHref} wide>
            列显隐
          </Tool>
          <Tool href={viewsHref}>视图</Tool>
          <Tool href={searchHref} wide>
            搜索
          </Tool>
        </span>
      </Rest>
    </header>
  );
}
