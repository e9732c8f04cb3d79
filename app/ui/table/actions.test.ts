import { expect, it } from "vitest";
import { actionsHtml, actionsWidth } from "./actions";

const named = (...labels: string[]) => labels.map((label) => ({ label, href: "/x" }));

it("the column is as wide as the longest row of links, those beyond a number of words behind an opener", () => {
  expect(actionsWidth([])).toBe(0);
  expect(actionsWidth([[], []])).toBe(0);
  expect(actionsWidth([named("编辑", "删除")])).toBe(4 * 13 + 12 + 14);
  expect(actionsWidth([named("编辑", "删除"), named("生成采购单", "关闭剩余数量")])).toBe(11 * 13 + 12 + 14);
  const many = named("提交", "编辑", "生成采购单", "关闭剩余数量");
  expect(actionsWidth([many])).toBe(4 * 13 + 12 + 44 + 14);
  expect(actionsWidth([many], 2)).toBe(2 * 13 + 44 + 14);
  const html = actionsHtml(many, "m1", 2);
  expect(html).toMatch(/提交<\/a><button[^>]* aria-label="更多操作">⋯<\/button>/);
  expect(html).toMatch(/id="m1" popover=""><a[^>]*>编辑/);
});
