import type { ReactNode } from "react";
import { paramsOf, withParams } from "../url";

export const PAGE_SIZES = [10, 20, 30, 40, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;

export interface PaginationProps {
  /** Path and query of the page as it is now; every link keeps its other parameters. */
  url: string;
  total: number;
  /** The total is a guess: where the true one is worked out. */
  exactHref?: string;
  current: number;
  size: number;
  sizes?: readonly number[];
  /** Names of the two parameters when a page has more than one list. */
  names?: { current: string; size: string };
  /** A button of the list that belongs to turning its pages. */
  children?: ReactNode;
}

/** Page numbers around the current one with both ends; 0 stands for a gap. */
export function pagesAround(current: number, pages: number): number[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, i) => i + 1);
  const from = Math.max(2, Math.min(current - 2, pages - 5));
  const middle = Array.from({ length: 5 }, (_, i) => from + i).filter((p) => p < pages);
  return [1, ...(from > 2 ? [0] : []), ...middle, ...(from + 5 < pages ? [0] : []), pages];
}

/** total, sizes, prev, pager, next, jumper: links and one GET form, so it works without script. */
export function Pagination(props: PaginationProps) {
  const { url, total, current, size, sizes = PAGE_SIZES } = props;
  const names = props.names ?? { current: "current", size: "size" };
  const form = `pager-${names.current}`;
  const pages = Math.max(1, Math.ceil(total / size));
  const to = (page: number) => withParams(url, { [names.current]: page === 1 ? null : page });
  const all = sizes.includes(size) ? sizes : [...sizes, size].sort((a, b) => a - b);
  return (
    <nav className="pager" aria-label="分页">
      {props.exactHref ? (
        <span>
          {`共约 ${Number(total.toPrecision(2))} 条 `}
          <a href={props.exactHref}>算出总数</a>
        </span>
      ) : (
        <span>{`共 ${total} 条`}</span>
      )}
      <form id={form} method="get" action={url.split("?")[0]}>
        {paramsOf(url, [names.current, names.size]).map(([name, value], i) => (
          <input key={i} type="hidden" name={name} value={value} />
        ))}
      </form>
      <select
        form={form}
        className="input"
        name={names.size}
        defaultValue={size}
        aria-label="每页条数"
        data-auto={names.current}
      >
        {all.map((n) => (
          <option key={n} value={n}>
            {`${n}条/页`}
          </option>
        ))}
      </select>
      <Step to={current > 1 ? to(current - 1) : null} text="上一页" rel="prev" />
      <ol>
        {pagesAround(current, pages).map((page, i) => (
          <li key={i}>
            {page === 0 ? (
              "…"
            ) : (
              <a href={to(page)} aria-current={page === current ? "page" : undefined}>
                {page}
              </a>
            )}
          </li>
        ))}
      </ol>
      <Step to={current < pages ? to(current + 1) : null} text="下一页" rel="next" />
      <label>
        前往{" "}
        <input
          form={form}
          className="input"
          name={names.current}
          inputMode="numeric"
          pattern="\d*"
          maxLength={6}
          autoComplete="off"
          placeholder={String(current)}
        />{" "}
        页
      </label>
      <button form={form} className="btn go" type="submit">
        确定
      </button>
      {props.children}
    </nav>
  );
}

const Step = ({ to, text, rel }: { to: string | null; text: string; rel: string }) =>
  to ? (
    <a className="btn btn-s" href={to} rel={rel}>
      {text}
    </a>
  ) : (
    <span className="btn btn-s" aria-disabled="true">
      {text}
    </span>
  );
