import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { menuOf } from "~/screens/shell/built-menu.server";
import type { ShellHandle } from "~/screens/shell/page.server";
import { quickQuery, searchMenu } from "~/screens/shell/search.server";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text/title";
import { Card } from "~/ui/card/card";
import { Icon } from "~/ui/icon/icon";
import { MoreStyles } from "~/ui/more/more";

export const handle: ShellHandle = { tab: false };
export const meta: MetaFunction = () => [{ title: pageTitle("搜索菜单") }];

/** Entries by name or pinyin initials; the only one found is opened at once. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { leaves } = await menuOf(requireStaff(context));
  const query = quickQuery(request);
  const found = searchMenu(leaves, query, 50);
  if (found.length === 1) throw redirect(found[0]!.href);
  return json({ query, found });
}

export default function SearchPage() {
  const { query, found } = useLoaderData<typeof loader>();
  return (
    <>
      <MoreStyles />
      <h1>搜索菜单</h1>
      <Card>
        <form action="/search" className="btns">
          <input
            className="input look"
            type="search"
            name="q"
            defaultValue={query}
            maxLength={50}
            placeholder="菜单名称或拼音首字母，如 用户、yhgl"
            aria-label="菜单名称或拼音首字母"
          />
          <button className="btn btn-primary" type="submit">
            搜索
          </button>
        </form>
        {query && (
          <p className="hint" role="status">
            {found.length
              ? `找到 ${found.length} 个菜单`
              : `没有名称或拼音首字母含“${query}”的菜单`}
          </p>
        )}
        <ul className="entries">
          {found.map((leaf) => (
            <li key={leaf.href}>
              <a href={leaf.href}>
                <Icon name={leaf.icon} />
                <span>
                  {leaf.label}
                  <small>{leaf.trail.slice(0, -1).join(" / ")}</small>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
