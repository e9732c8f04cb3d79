import type { ReactNode } from "react";
import { FormContext } from "../field/context";
import { paramsOf, withParams } from "../url";

/** What its fields are told. */
export const FILTER_FORM = { prefix: "q-" };

export interface FilterFormProps {
  /** Path and query of the list as it is now. */
  url: string;
  /** Names of the filters; everything else in the URL stays, the page number does not. */
  names: readonly string[];
  /** Name of the page parameter that a search sets back to 1. */
  page?: string;
  /** How many filters are active: shown on the phone's button. */
  active?: number;
  children: ReactNode;
  /** Filters that are folded away until somebody asks for them; true: they come when somebody does (`more=1`). */
  more?: ReactNode;
  /** One of them is active: they are shown at once. */
  unfolded?: boolean;
  /** The phone's sheet is open: what was asked has been refused, or more of it was asked for. */
  open?: boolean;
}

/** The row of filters above a list: a GET form, so that every search is a link. */
export function FilterForm({
  url,
  names,
  page = "current",
  active = 0,
  children,
  more,
  unfolded = false,
  open = false,
}: FilterFormProps) {
  const folded = more !== true && more;
  const reset = withParams(url, Object.fromEntries([...names, page].map((n) => [n, null])));
  return (
    <FormContext.Provider value={FILTER_FORM}>
      <form className="filters" method="get" action={url.split("?")[0]} role="search" data-get="">
        {paramsOf(url, [...names, page]).map(([name, value], i) => (
          <input key={i} type="hidden" name={name} value={value} />
        ))}
        <label className="btn sheet">
          <input type="checkbox" className="sr" defaultChecked={open} />
          筛选{active > 0 && `（${active}）`}
        </label>
        <div className="row">
          {children}
          {folded && <div className="extra">{folded}</div>}
          <span className="btns">
            {folded && (
              <label className="btn unfold">
                <input type="checkbox" className="sr" defaultChecked={unfolded} />
                <span>更多条件</span>
                <span>收起</span>
              </label>
            )}
            <button className="btn btn-primary" type="submit">
              搜索
            </button>
            {more === true && (
              <button type="submit" className="btn unfold" name="more" value="1" aria-expanded={false}>
                更多条件
              </button>
            )}
            <a className="btn" href={reset}>
              清空
            </a>
          </span>
        </div>
      </form>
    </FormContext.Provider>
  );
}

export interface ActiveFilter {
  label: string;
  value: string;
  /** The list without this filter. */
  removeHref: string;
}

/** The filters that are in force, each with its own way out. */
export function ActiveFilters({ items, clearHref }: { items: readonly ActiveFilter[]; clearHref: string }) {
  if (!items.length) return null;
  return (
    <ul className="active-filters" aria-label="已启用的筛选">
      {items.map((item) => (
        <li key={item.label + item.value} className="tag blue">
          {item.label}：{item.value}{" "}
          <a href={item.removeHref} aria-label={`移除筛选 ${item.label}：${item.value}`}>
            ×
          </a>
        </li>
      ))}
      <li>
        <a href={clearHref}>全部清除</a>
      </li>
    </ul>
  );
}
