import { expect, it } from "vitest";
import { askOnce } from "./once";
import type { Sql } from "./sql";

function counted() {
  const said: unknown[] = [];
  const sql: Sql = {
    async query<T>(text: string, values: unknown[] = []) {
      said.push([text, values]);
      return [{ id: String(said.length) }] as T[];
    },
    one: () => Promise.reject(new Error("not asked")),
  };
  return { said, sql: askOnce(sql) };
}

it("the same question is asked once, by whoever and however it is asked", async () => {
  const { said, sql } = counted();
  const both = await Promise.all([sql.query("a", [1]), sql.query("a", [1])]);
  expect([...both, [await sql.one("a", [1])]]).toEqual(Array(3).fill([{ id: "1" }]));
  expect(await sql.query("a", [2])).toEqual([{ id: "2" }]);
  expect(await sql.one("b")).toEqual({ id: "3" });
  expect(said).toEqual([
    ["a", [1]],
    ["a", [2]],
    ["b", []],
  ]);
});

it("what one does to its rows the others do not see", async () => {
  const { sql } = counted();
  const row = await sql.one<{ id?: string }>("a");
  delete row?.id;
  expect(await sql.query("a")).toEqual([{ id: "1" }]);
});
