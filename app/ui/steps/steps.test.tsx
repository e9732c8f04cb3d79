import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Steps } from "./steps";

it("says which station it is and which take no part", () => {
  const html = renderToStaticMarkup(
    <Steps
      label="流程节点"
      items={[
        { title: "一", state: { label: "审批中", tone: "orange" }, current: true },
        { title: "二", state: { label: "不参与", tone: "grey" }, off: true, children: "说明" },
      ]}
    />,
  );
  expect(html).toContain('<ol class="steps" aria-label="流程节点">');
  expect(html).toContain('<li class="orange" aria-current="step">');
  expect(html).toContain('<li class="off"><strong>二</strong>');
  expect(html).toContain("说明");
});
