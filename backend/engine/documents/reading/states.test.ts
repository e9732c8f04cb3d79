import { afterAll, beforeAll, expect, it } from "vitest";
import { type Engine, openEngine } from "../engine.testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
  const { add, send, userId } = engine;
  await add({ name: "草稿一", kind: "a", ownerId: userId("promo") });
  await add({ name: "草稿二", kind: "b" });
  for (const [name, kind] of [
    ["完成一", "a"],
    ["完成二", "b"],
    ["完成三", "b"],
  ]) {
    const { id, version } = await add({ name, kind });
    await send("admin", "POST", `${id}/finish`, { version, comment: "好" });
  }
});
afterAll(() => engine.close());

const counts = async (query: Record<string, string>, who = "admin") => (await engine.get(who, "states", query)).body;

it("counts the rows of each state under every filter but that of the state", async () => {
  expect(await counts({})).toMatchObject({ code: 0, data: { draft: 2, done: 3 } });
  expect((await counts({ kind: "b" })).data).toEqual({ draft: 1, done: 2 });
  expect((await counts({ kind: "b", lifeState: "draft" })).data).toEqual({ draft: 1, done: 2 });
  expect((await counts({ keyword: "没有" })).data).toEqual({});
});

it("gives the same counts with the rows, whatever state these are asked for in", async () => {
  const page = async (query: Record<string, string>) =>
    (await engine.get("admin", "page", { states: "true", size: "1", ...query })).body.data;
  const all = await page({});
  expect(all).toMatchObject({ states: { draft: 2, done: 3 }, total: 5, summary: { qty: "5" } });
  expect(Object.keys(all.summary)).not.toContain("$state");
  const one = await page({ kind: "b", lifeState: "draft" });
  expect(one).toMatchObject({ states: { draft: 1, done: 2 }, total: 1 });
  expect((await page({ keyword: "没有" })).states).toEqual({});
  expect((await engine.get("admin", "page")).body.data).not.toHaveProperty("states");
});

it("counts only what the caller may see", async () => {
  expect((await counts({}, "promo")).data).toEqual({ draft: 1 });
  expect(await engine.get("ads", "states")).toMatchObject({ status: 403 });
});

it("refuses a filter that it does not understand", async () => {
  expect(await engine.get("admin", "states", { qtyFrom: "x" })).toMatchObject({
    status: 400,
    body: { fields: { qtyFrom: "数量要填写数字" } },
  });
});
