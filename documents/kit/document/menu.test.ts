import { expect, it } from "vitest";
import { defineDocument, field, permissionsOf } from "..";

const base = {
  name: "paper",
  label: "纸",
  module: "t",
  api: "/t/paper",
  table: "t_paper",
  permission: "t_paper",
  fields: { size: field.int("大小") },
  screens: { list: "/t/paper" },
} as const;
const said = (document: Parameters<typeof permissionsOf>[0]) =>
  permissionsOf(document).map(({ code, name }) => `${code} ${name}`);

it("a master is granted by what can be done to it; codes of others are not its own", () => {
  const master = defineDocument({
    ...base,
    display: "size",
    can: { edit: false },
    import: { key: ["size"] },
    permissions: { import: "import" },
    actions: {
      fold: { label: "折叠", permission: "fold" },
      unfold: { label: "展开", permission: "fold" },
      burn: { label: "烧毁", permission: "t_fire_add" },
    },
  });
  expect(said(master)).toEqual([
    "t_paper_view 查看",
    "t_paper_add 新增",
    "t_paper_del 删除",
    "t_paper_import 导入",
    "t_paper_fold 折叠",
    "t_paper_export 导出",
  ]);
});

it("a document is granted by the nine of all documents and its own; the menu may say otherwise", () => {
  const words = { print: false, fold: "折好", t_price_view: "查看价格" } as const;
  const document = defineDocument({
    ...base,
    number: "ZH",
    menu: { group: "admin", icon: "file", sort: 10, words },
    actions: { fold: { label: "折叠", permission: "fold" } },
  });
  expect(said(document).slice(-3)).toEqual(["t_paper_export 导出", "t_paper_fold 折好", "t_price_view 查看价格"]);
  expect(said(document)).toHaveLength(10);
});
