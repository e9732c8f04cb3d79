import { expect, it } from "vitest";
import { actionsHtml, actionsWidth } from "./actions";

const named = (...labels: string[]) => labels.map((label) => ({ label, href: "/x" }));

it("the column is as wide as the longest row of links, of which three stand in it at most", () => {
  expect(actionsWidth([])).toBe(0);
  expect(actionsWidth([[], []])).toBe(0);
  const short = actionsWidth([named("编辑", "删除")]);
  expect(short).toBe(4 * 13 + 2 * 12 + 24);
  expect(actionsWidth([named("编辑", "删除"), named("生成采购单", "关闭剩余数量")])).toBe(11 * 13 + 2 * 12 + 24);
  // Two and 更多, whatever hides behind it.
  const many = named("编辑", "删除", "生成采购单", "关闭剩余数量");
  expect(actionsWidth([many])).toBe(6 * 13 + 3 * 12 + 24);
  expect(actionsHtml(many, "m1")).toMatch(/删除<\/a><button[^>]*>更多/);
});
