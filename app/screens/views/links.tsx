import { withParams } from "~/ui/url";
import type { ViewsProps } from "./item";

const AT_HEAD = 8;

/** Views at the head of a list: links, so that they work without script and open in new tabs. */
export function ViewLinks({ views, chosen, url }: ViewsProps) {
  if (!views.length) return null;
  const shown = views.filter((v, i) => i < AT_HEAD || v.id === chosen);
  const items = [{ id: "", name: "全部", href: withParams(url.split("?")[0] ?? url, { v: 0 }) }];
  return (
    <ul className="active-filters" aria-label="视图">
      {[...items, ...shown].map(({ id, name, href }) => (
        <li key={id} className={id === (chosen ?? "") ? "tag blue" : "tag"}>
          <a href={href} aria-current={id === (chosen ?? "") ? "true" : undefined}>
            {name}
          </a>
        </li>
      ))}
      {views.length > shown.length && (
        <li>
          <a href={withParams(url, { views: 1 })}>更多…</a>
        </li>
      )}
    </ul>
  );
}
