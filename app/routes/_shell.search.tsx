import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { atHand, find, quickQuery } from "~/screens/shell/found.server";
import type { ShellHandle } from "~/screens/shell/page.server";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text";
import { Card, Icon, MoreStyles, Tag } from "~/ui";
import type { FoundSection } from "~/ui/topbar/found";

export const handle: ShellHandle = { tab: false };
export const meta: MetaFunction = () => [{ title: pageTitle("搜索") }];

const MENUS = 50;

/** Documents and menu entries; the document of a whole number, or the only one found, is opened at once. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = requireStaff(context);
  const query = quickQuery(request).trim();
  if (!query) return json({ query, sections: await atHand(staff) });
  const { sections, only } = await find(staff, query, MENUS);
  if (only) throw redirect(only);
  return json({ query, sections });
}

/** How many are shown; of a kind with others its list knows the number. */
const foundText = (sections: FoundSection[]) => {
  const shown = sections.reduce((n, s) => n + s.entries.length, 0);
  return sections.some((s) => s.more) ? `找到 ${shown} 项以上，列表中有全部` : `找到 ${shown} 项`;
};

function Section({ title, entries, more }: FoundSection) {
  return (
    <Card title={title}>
      <ul className="entries">
        {entries.map(({ href, icon, label, line, state }) => (
          <li key={href}>
            <a href={href}>
              <Icon name={icon} />
              <span>
                {label} {state && <Tag tone={state.tone}>{state.label}</Tag>}
                <small>{line}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {more && (
        <p>
          <a href={more}>在{title}列表中查看全部</a>
        </p>
      )}
    </Card>
  );
}

export default function SearchPage() {
  const { query, sections } = useLoaderData<typeof loader>();
  return (
    <>
      <MoreStyles />
      <h1>搜索</h1>
      <Card>
        <form action="/search" className="btns">
          <input
            className="input look"
            type="search"
            name="q"
            defaultValue={query}
            maxLength={100}
            placeholder="单号、SKU、供应商、物流单号、姓名或菜单"
            aria-label="单号、SKU、供应商、物流单号、姓名或菜单"
          />
          <button className="btn btn-primary" type="submit">
            搜索
          </button>
        </form>
        {query && (
          <p className="hint" role="status">
            {sections.length ? foundText(sections) : `没有找到“${query}”`}
          </p>
        )}
      </Card>
      {sections.map((section) => (
        <Section key={section.title} {...section} />
      ))}
    </>
  );
}
