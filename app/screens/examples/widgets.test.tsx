import fs from "node:fs";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { widgets } from "./widgets";

it("every component with examples is in the gallery", () => {
  const folders = fs
    .readdirSync("app/ui")
    .filter((name) => fs.existsSync(`app/ui/${name}/examples.tsx`))
    .sort();
  expect(widgets.map((w) => w.key).sort()).toEqual(folders);
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
