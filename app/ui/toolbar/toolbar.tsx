import type { ReactNode } from "react";
import { Rest } from "./rest";

export interface ToolbarProps {
  title?: ReactNode;
  /** Left after the title: 新增. It stays in view on phones. */
  lead?: ReactNode;
  /** Behind it: batch actions. On phones they are below 更多, as are the tools. */
  children?: ReactNode;
  /** Links at the right; each is left out when it is not given. */
  refreshHref?: string;
  columnsHref?: string;
  /** Saved views of the list. */
  viewsHref?: string;
  /** Shows or hides the search form. */
  searchHref?: string;
  exportHref?: string;
  importHref?: string;
  /** The page can be printed (script opens the browser's print). */
  print?: boolean;
}

/** The row between filters and table: title, what can be made or done, and the table's own tools. */
export function Toolbar(props: ToolbarProps) {
  const {
    title,
    lead,
    children,
    refreshHref,
    columnsHref,
    viewsHref,
    searchHref,
    exportHref,
    importHref,
    print,
  } = props;
  return (
    <header className="toolbar">
      {title && <h1>{title}</h1>}
      {lead}
      <Rest id="tools-more">
        {children}
        <span className="tools">
          {importHref && (
            <a className="btn" href={importHref}>
              导入
            </a>
          )}
          {exportHref && (
            <a className="btn" href={exportHref}>
              导出
            </a>
          )}
          {refreshHref && (
            <a className="btn" href={refreshHref}>
              刷新
            </a>
          )}
          {print && (
            <button type="button" className="btn js-only wide-only" data-print="">
              打印
            </button>
          )}
          {columnsHref && (
            <a className="btn wide-only" href={columnsHref}>
              列显隐
            </a>
          )}
          {viewsHref && (
            <a className="btn" href={viewsHref}>
              视图
            </a>
          )}
          {searchHref && (
            <a className="btn wide-only" href={searchHref}>
              搜索
            </a>
          )}
        </span>
      </Rest>
    </header>
  );
}
