import { expect, it } from "vitest";
import { type ListState, lastPage } from "./load.server";

const row = { id: "1", version: 0 };

/** Where a list of that many rows, 20 to a page, leads when this page was asked for. */
const led = (total: number, current: number, more: Partial<ListState> = {}) => {
  const query = { current, size: 20 };
  const url = `/list?size=20&current=${current}`;
  return lastPage({ total, query, url, rows: [], ...more } as unknown as ListState);
};

it.each([
  [40, 3, "/list?size=20&current=2"],
  [41, 4, "/list?size=20&current=3"],
  [39, 9, "/list?size=20&current=2"],
  [21, 3, "/list?size=20&current=2"],
  [20, 2, "/list?size=20"],
  [1, 2, "/list?size=20"],
])("%i rows, page %i: leads to %s", (total, current, to) => expect(led(total, current)).toBe(to));

it("a list stays where it is that has rows, has none at all, is on its first page or is a tree", () => {
  expect(led(40, 2, { rows: [row] })).toBeNull();
  expect(led(0, 3)).toBeNull();
  expect(led(40, 1)).toBeNull();
  expect(led(40, 3, { tree: {} })).toBeNull();
});
