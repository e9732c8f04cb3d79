import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TreeCheckbox, TreeDictionary, TreeSelect } from "./tree";
import { listOf } from "./tree-dictionary.client";

const options = [
  { value: "1", label: "一", children: [{ value: "11", label: "一一", children: [{ value: "111", label: "底" }] }] },
  { value: "2", label: "二" },
];

it("a tree of boxes ticks by value and opens its first level", () => {
  const html = renderToStaticMarkup(<TreeCheckbox name="ids" options={options} value={["111"]} />);
  expect(html).toMatch(/checked="" value="111"|value="111" checked=""/);
  expect(html).toContain('<details open=""><summary aria-label="一">');
  expect(html).toContain('<details><summary aria-label="一一">');
});

it("a tree select shows its value's label and opens the way to it", () => {
  const html = renderToStaticMarkup(<TreeSelect name="d" options={options} value="111" />);
  expect(html).toMatch(/<summary[^>]*>底<\/summary>/);
  expect(html.match(/<details open="">/g)).toHaveLength(2);
});

it("a dictionary without options is a text input until script loads it", () => {
  const html = renderToStaticMarkup(<TreeDictionary name="d" value="111" source="/dict" />);
  expect(html).toContain('data-dictionary="/dict"');
  expect(html).toMatch(/<input[^>]*name="d"[^>]*value="111"/);
});

it("reads the list of an answer, of its data or of its data's data", () => {
  for (const answer of [options, { data: options }, { data: { data: options } }]) expect(listOf(answer)).toBe(options);
  expect(listOf({ data: null })).toEqual([]);
});
