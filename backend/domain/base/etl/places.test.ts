import fc from "fast-check";
import { expect, test } from "vitest";
import { lineOf, placesOf } from "./places";

const text = `{
  "env": {"job.mode": "BATCH"},
  "source": [
    {"plugin_name": "Jdbc"},
    {}
  ]
}`;

test("each value has its line; what is missing has that of what should hold it", () => {
  const places = placesOf(text);
  expect(places.fault).toBeUndefined();
  expect(
    ["env.job.mode", "source[0].plugin_name", "source[1]", "source[1].plugin_name", "sink"].map((path) =>
      lineOf(places, path),
    ),
  ).toEqual([2, 4, 5, 5, 1]);
});

test("where a text stops being JSON is said by line and column", () => {
  const at = (broken: string) => placesOf(broken).fault;
  expect(at('{\n  "a": 1\n  "b": 2\n}')).toEqual({ line: 3, column: 3 });
  expect(at('{"a": }')).toEqual({ line: 1, column: 7 });
  expect(at("")).toEqual({ line: 1, column: 1 });
  expect(at('{"a": [1, 2,]}')).toEqual({ line: 1, column: 13 });
  expect(at("{}\n{}")).toEqual({ line: 2, column: 1 });
});

test("it takes what the language takes", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (json) => {
      expect(placesOf(json).fault).toBeUndefined();
    }),
  );
});
