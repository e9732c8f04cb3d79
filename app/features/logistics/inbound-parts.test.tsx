import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import { InboundChoices } from "./inbound-parts";

const shipment = (id: string) => ({
  id,
  platformId: `sh-${id}`,
  shipmentId: `FBA15A00000${id}`,
  labels: [],
  fcCode: "ONT8",
  qty: 40,
});
const windowOf = (id: string, of: string, startDay: string) => ({
  id,
  platformId: `sh-${of}`,
  windowId: `dw-${id}`,
  startDay,
  endDay: "2027-01-02",
});
const row = {
  id: "1",
  version: 3,
  status: "window" as const,
  shipments: [shipment("1"), shipment("2")],
  windows: [windowOf("1", "1", "2026-12-20"), windowOf("2", "1", "2026-12-27"), windowOf("3", "2", "2026-12-21")],
};
const shown = (more: object = {}, values?: Record<string, string>) =>
  renderToStaticMarkup(
    <InboundChoices
      document={documentNamed("fba_inbound")}
      row={{ ...row, ...more }}
      url="/"
      keyOfForm="k"
      permissions={new Set(["logistics_fbainbound_edit"])}
      act={
        values && {
          kind: "act",
          rows: [],
          idle: [],
          options: {},
          name: "chooseWindow",
          key: "k2",
          values,
          errors: {},
          message: "请重新选择",
        }
      }
    />,
  );

it("each shipment has a choice of its windows, the earliest unless another was chosen", () => {
  const html = shown();
  expect(html.match(/<select/g)).toHaveLength(2);
  expect(html).toContain('<option value="dw-1" selected="">2026-12-20 至 2027-01-02</option>');
  expect(html).toContain('<option value="dw-3" selected="">2026-12-21 至 2027-01-02</option>');
  const again = shown({}, { windowIds: "dw-2\ndw-3" });
  expect(again).toContain('<option value="dw-2" selected="">');
  expect(again).toContain("请重新选择");
});

it("the placement that costs least is chosen, unless another was", () => {
  const option = (optionNo: number, fee: string) => ({
    id: String(optionNo),
    optionNo,
    fee,
    shipmentCount: 1,
    centres: "ONT8",
  });
  const placing = {
    status: "placement" as const,
    feeCurrency: "USD",
    options: [option(1, "9.00"), option(2, "10.50")],
  };
  const html = shown(placing);
  expect(html).toMatch(/<input type="radio"[^>]*checked=""[^>]*value="1"|value="1"[^>]*checked=""/);
  expect(html).toContain("方案2：分仓费 $10.50");
  expect(html.match(/checked=""/g)).toHaveLength(1);
  expect(shown(placing, { optionNo: "2" })).toMatch(/value="2"[^>]*checked=""|checked=""[^>]*value="2"/);
});

it("nothing is offered in other states, and to nobody while the platform is asked", () => {
  expect(shown({ status: "ready" })).toBe("");
  expect(shown({ refused: { chooseWindow: "平台确认运输中，请等待平台答复" } })).toBe("");
});
