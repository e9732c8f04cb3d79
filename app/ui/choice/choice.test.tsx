import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CheckboxGroup, RadioGroup, Switch } from "./groups";
import { Select } from "./select";

const options = [
  { value: "1", label: "一" },
  { value: "2", label: "二", disabled: true },
];

it("a select offers nothing first, and groups by parent", () => {
  const tree = [{ value: "p", label: "父", children: options }];
  const html = renderToStaticMarkup(<Select name="s" options={tree} value="1" />);
  expect(html).toContain('<option value="">请选择</option><optgroup label="父">');
  expect(html).toContain('<option value="1" selected="">一</option>');
});

it("ticks what is chosen, disables what may not be", () => {
  const boxes = renderToStaticMarkup(<CheckboxGroup name="b" options={options} value={["1"]} />);
  expect(boxes).toContain('name="b" id="f-b" checked="" value="1"');
  expect(boxes).toContain('disabled="" value="2"');
  const radios = renderToStaticMarkup(<RadioGroup name="r" options={options} value="1" />);
  expect(radios.match(/checked=""/g)).toHaveLength(1);
});

it("a switch posts its off value in front of the on value", () => {
  const html = renderToStaticMarkup(<Switch name="on" checked off="0" value="1" />);
  expect(html.indexOf('type="hidden" name="on" value="0"')).toBeLessThan(html.indexOf('role="switch"'));
});
