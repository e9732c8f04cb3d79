import { expect, test } from "vitest";
import { documentNamed, documents } from "./index";
import { filterNames } from "./kit";

test("lists about one row are asked for by filters that they have", () => {
  const strange = documents.flatMap((document) =>
    Object.entries(document.related ?? {}).flatMap(([name, { document: target, by }]) => {
      const known = new Set(filterNames(documentNamed(target)));
      return Object.keys(by)
        .filter((filter) => !known.has(filter))
        .map((filter) => `${document.name}.${name}: ${target} has no filter ${filter}`);
    }),
  );
  expect(strange).toEqual([]);
});
