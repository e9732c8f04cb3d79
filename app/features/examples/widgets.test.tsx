import fs from "node:fs";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { widgets } from "./widgets";

it("every component with examples is in the gallery", () => {
  // Examples of a control inside a form stand in the form's folder, by the control's name.
  const shown = fs
    .readdirSync("app/ui", { recursive: true, encoding: "utf8" })
    .map((file) => /^([\w-]+)\/(?:([\w-]+)-)?examples\.tsx$/.exec(file))
    .flatMap((found) => found?.[2] ?? found?.[1] ?? []);
  expect(widgets.map((w) => w.key).sort()).toEqual(shown.sort());
});

it.each(widgets.map((w) => [w.key, w] as const))(
  "%s: ids are unique and every label finds its control",
  (_, widget) => {
    const html = widget.examples.map((e) => renderToStaticMarkup(e.node as ReactElement)).join("");
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]);
    expect(ids).toEqual([...new Set(ids)]);
    for (const [, target] of html.matchAll(/(?:for|aria-labelledby|aria-describedby)="([^"]+)"/g))
      for (const id of target!.split(" ")) expect(ids).toContain(id);
    expect(html).not.toMatch(/ style="/);
  },
);
