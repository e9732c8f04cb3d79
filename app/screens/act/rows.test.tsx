import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { defineDocument, field } from "#documents/kit";
import type { ScreenRequest } from "../frame/request.server";
import { countRows } from "./count.server";
import { loadAct } from "./load.server";
import { RowsPage } from "./rows-page";
import type { ActState } from "./state";
import { countTarget } from "./target";

const crate = defineDocument({
  name: "crate",
  label: "箱单",
  module: "test",
  number: "XD",
  fields: { place: field.text("地点") },
  actions: {
    unload: {
      label: "卸货",
      permission: "unload",
      input: { at: field.text("月台") },
      lines: {
        items: {
          label: "卸货明细",
          table: "crate_line",
          sourced: "whole",
          tally: { by: "lineId", of: ["good", "bad"], left: "left", scans: "skuId" },
          fields: {
            lineId: field.line("明细", { table: "crate_line", hidden: true }),
            skuId: field.ref("SKU", { to: "sku", computed: true }),
            left: field.int("待卸", { computed: true }),
            good: field.int("良品", { min: 0 }),
            bad: field.int("次品", { min: 0 }),
          },
        },
      },
    },
  },
  screens: { list: "/crates", detail: "/crate" },
});

const items = [
  { lineId: "51", skuId: "1", $skuId: "A-1", left: 3, good: 3, bad: 0, codes: ["A-1", "X1"] },
  { lineId: "52", skuId: "2", $skuId: "B-2", left: 20, good: 20, bad: 0, codes: ["B-2"] },
];
const answers: Record<string, unknown> = {
  "/test/crate/9": { id: "9", version: 4, no: "XD1" },
  "/test/crate/9/unload/ask": { id: "9", version: 4, at: "三号", items },
};
const codes = ["test_crate_view", "test_crate_unload"];
// A person at the console, as far as this page asks for one.
const staff = {
  user: async () => ({ permissions: new Set(codes) }),
  erp: { get: async (path: string) => answers[path] },
} as unknown as ScreenRequest["staff"];
const request = { staff, match: { document: crate } } as unknown as ScreenRequest;

const html = (state: ActState) =>
  renderToStaticMarkup(<RowsPage document={crate} state={state} closeHref="/crate?id=9" />);

/** The form as a browser without script sends it when this button is pressed. */
function sent(state: ActState, button: string, code = ""): FormData {
  const form = new FormData();
  for (const [tag] of html(state)
    .replace(/<template>.*?<\/template>/g, "")
    .matchAll(/<input[^>]*>/g)) {
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const name = of("name");
    if (name) form.append(name, name === "_code" ? code : (of("value") ?? ""));
  }
  form.append("_line", button);
  return form;
}

async function press(state: ActState, button: string, code?: string): Promise<ActState> {
  const form = sent(state, button, code);
  const posted = Object.fromEntries([...form.keys()].map((n) => [n, form.getAll(n)]));
  const { dialog } = await countRows(request, countTarget.parse(posted), form);
  if (dialog?.kind !== "act") throw new Error("no page of the action");
  return dialog;
}

const opened = async () => (await loadAct(staff, crate, "unload", ["9"])) as ActState;
const counts = ({ values }: ActState) =>
  (values.items as Record<string, unknown>[]).map((row) => [Number(row.good), Number(row.bad)]);

describe("the page of an action that counts", () => {
  it("shows what is left, proposes it and has the focus where a scanner types", async () => {
    const page = html(await opened());
    expect(page).toContain("卸货箱单 XD1");
    expect(page).toMatch(/id="scan-code"[^>]*autofocus/i);
    expect(page).toContain("已计 <b>23</b> / 23 件");
    // Enter in the field presses the first button of the form.
    expect(/<button[^>]*>/.exec(page)?.[0]).toContain('value="scan:items"');
  });

  it("counts from nothing once somebody scans, and takes the last scans back", async () => {
    const first = await press(await opened(), "scan:items", "x1");
    expect(counts(first)).toEqual([
      [1, 0],
      [0, 0],
    ]);
    expect(html(first)).toMatch(/<tr aria-current="true" data-codes="A-1\nX1">/);
    const second = await press(first, "scan:items", "12*B-2");
    expect(counts(second)).toEqual([
      [1, 0],
      [12, 0],
    ]);
    expect(html(second)).toContain("B-2 +12，共12件");
    expect(second.counting?.scans.map((s) => s.code)).toEqual(["B-2", "x1"]);
    expect(counts(await press(second, "undo:items:1"))).toEqual([
      [0, 0],
      [12, 0],
    ]);
  });

  it("says loudly what it does not count, and keeps what was typed", async () => {
    const state = await press(await opened(), "scan:items", "A-1");
    state.values = { ...state.values, at: "七号" };
    const unknown = await press(state, "scan:items", "C-3");
    expect(html(unknown)).toContain('class="said wrong"');
    expect(html(unknown)).toContain("C-3不在本单中");
    expect(unknown.values.at).toBe("七号");
    const full = await press(unknown, "scan:items", "3*A-1");
    expect(html(full)).toContain("A-1最多还能计2件");
    expect(counts(full)).toEqual(counts(state));
  });

  it("counts everything or nothing at once", async () => {
    const none = await press(await opened(), "none:items");
    expect(counts(none)).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(counts(await press(none, "all:items"))).toEqual([
      [3, 0],
      [20, 0],
    ]);
  });

  it("Enter in an empty field counts nothing", async () => {
    const state = await opened();
    expect(counts(await press(state, "scan:items", " "))).toEqual(counts(state));
  });
});
