import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MULTI_LIMIT, MultiSelect } from "./multi-select";

const options = Array.from({ length: 12 }, (_, i) => ({ value: String(i), label: `选项${i}` }));

it("sums up the chosen labels in the order of the options", () => {
  const html = renderToStaticMarkup(<MultiSelect name="m" options={options} value={["7", "2"]} />);
  expect(html).toMatch(/<summary[^>]*>选项2、选项7<\/summary>/);
  expect(html.match(/checked=""/g)).toHaveLength(2);
});

it("takes 99 values unless said, and is searched only when it is long", () => {
  expect(MULTI_LIMIT).toBe(99);
  expect(renderToStaticMarkup(<MultiSelect name="m" options={options} />)).toContain('data-limit="99"');
  const short = renderToStaticMarkup(<MultiSelect name="m" options={options.slice(0, 5)} limit={2} />);
  expect(short).not.toContain("data-find");
  expect(short).toContain('data-limit="2"');
});

it("puts the choices of a group below its name, which is no choice itself", () => {
  const groups = [
    { value: "NA", label: "北美", children: options.slice(0, 2) },
    { value: "EU", label: "欧洲", children: options.slice(2, 3) },
  ];
  const html = renderToStaticMarkup(<MultiSelect name="m" options={groups} value={["2"]} />);
  expect(html.match(/type="checkbox"/g)).toHaveLength(3);
  expect(html).toContain('<fieldset><legend class="hint">欧洲</legend><label class="tick">');
  expect(html).toMatch(/<summary[^>]*>选项2<\/summary>/);
});

it("takes an option without members for a choice", () => {
  const flat = [{ value: "CNY", label: "人民币", children: [] }];
  const html = renderToStaticMarkup(<MultiSelect name="m" options={flat} />);
  expect(html).toContain('<input type="checkbox" name="m" value="CNY"/>人民币');
});
