import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Bell, UNREAD } from "./bell";

test("the badge leads to the list that it counts", () => {
  const html = renderToStaticMarkup(<Bell latest={null} unread={3} />);
  expect(html).toContain(`<a href="${UNREAD.replaceAll("&", "&amp;")}">查看3条未读公告</a>`);
  expect(renderToStaticMarkup(<Bell latest={null} unread={0} />)).not.toContain("未读公告</a>");
  const { searchParams } = new URL(UNREAD, "http://x");
  expect(Object.fromEntries(searchParams)).toEqual({ isRead: "0", bell: "1", pushType: "1,2,3" });
});
