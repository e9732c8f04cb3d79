import { expect, test } from "vitest";
import { readLayout } from "~/ui/columns/layout";
import type { TableLayout } from "~/ui/table/column";
import { defineTable } from "~/ui/table/model";
import { saveColumnLayout } from "./column-layout.server";

const table = defineTable([
  { key: "no", label: "单号" },
  { key: "remark", label: "备注" },
]);
const url = new URL("http://erp/list?columns=1&size=50");

function saved(fields: Record<string, string>, more: { to?: string; kept?: TableLayout } = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const { status, headers } = saveColumnLayout({ url, form, table, ...more });
  expect(status).toBe(303);
  const cookie = String(headers.get("Set-Cookie"));
  expect(cookie).toContain("Path=/list;");
  return { to: headers.get("Location"), cookie, layout: readLayout(cookie) };
}

test("a choice is kept beside that of other tables, and leads back without the dialog", () => {
  const other = { cost: { hide: true } };
  const { to, layout } = saved({ show: "no", "width.no": "160" }, { kept: other });
  expect(to).toBe("/list?size=50");
  expect(layout).toEqual({
    cost: { hide: true },
    no: { width: 160, hide: false, fixed: false },
    remark: { hide: true, fixed: false },
  });
  expect(saved({ show: "no" }, { to: "/list?view=0" }).to).toBe("/list?view=0");
});

test("a reset drops the cookie, unless other tables of the page have a layout", () => {
  expect(saved({ show: "no", reset: "1" }).cookie).toContain("Max-Age=0");
  expect(saved({ reset: "1" }, { kept: { cost: { hide: true } } }).layout).toEqual({ cost: { hide: true } });
});
