import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MENU_GROUPS } from ".";

const help = readFileSync(new URL("../../../../public/help/index.html", import.meta.url), "utf8");

test("help says of every entry of the menu what it is for", () => {
  const missing = MENU_GROUPS.flatMap((group) =>
    group.pages.filter((p) => !help.includes(`<td>${p.name}</td>`)).map((p) => p.name),
  );
  expect(missing).toEqual([]);
});

test("every link of the table of contents leads somewhere", () => {
  const anchors = [...help.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id);
  expect(anchors.filter((id) => !help.includes(`id="${id}"`))).toEqual([]);
});
