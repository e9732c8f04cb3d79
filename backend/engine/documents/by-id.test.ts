import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patchRow, pickRow } from "#backend/platform/db/by-id";
import { inSeconds, keptOr, NOW, patch, patchMany, pick, pickAs, pickMany, plus, sameAs } from "./by-id";
import { type Engine, openEngine } from "./engine.testing";
import { widget } from "./widget.testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());
const c = () => ({ sql: engine.db });

describe("rows by their ids", () => {
  it("are read in the types of the wire, deleted ones too", async () => {
    const userId = engine.userId("admin");
    const { id } = await engine.add({ qty: 5, price: "3.30", due: "2026-01-02", at: "2026-01-02 03:04:05" });
    await patch(c(), widget, id, { ownerId: userId, roleIds: [userId], urgent: true });
    await patchRow(engine.db, "test_widget", id, { del_flag: 1 });
    expect(
      await pick(c(), widget, id, ["id", "qty", "price", "due", "at", "ownerId", "roleIds", "urgent", "lifeState"]),
    ).toEqual({
      id,
      qty: 5,
      price: "3.30",
      due: "2026-01-02",
      at: "2026-01-02 03:04:05",
      ownerId: userId,
      roleIds: [userId],
      urgent: true,
      lifeState: "draft",
    });
    expect(await pickAs(c(), widget, id, { amount: "price" })).toEqual({ amount: "3.30" });
    expect(await pickRow<{ qty: number }>(engine.db, "test_widget", id, ["qty"])).toEqual({ qty: 5 });
    expect(await pick(c(), widget, null, ["qty"])).toBeUndefined();
    await engine.db.tx(async (sql) =>
      expect(await pick({ sql }, widget, id, ["qty"], { lock: true })).toEqual({ qty: 5 }),
    );
  });

  it("are written one field at a time: nothing is left alone, null empties", async () => {
    const { id } = await engine.add({ qty: 5, price: "3.30", note: "旧" });
    await patch(c(), widget, id, { note: null, price: undefined, qty: plus(2), at: "2026-01-02 03:04:05" });
    await patch(c(), widget, id, {});
    const names = ["note", "price", "qty", "at", "version"] as const;
    const next = { note: null, price: "3.30", qty: 7, at: "2026-01-02 03:04:05", version: 0 };
    expect(await pick(c(), widget, id, names)).toEqual(next);
    await patch(c(), widget, id, { note: keptOr("新"), at: keptOr(NOW), price: sameAs("qty"), version: plus(1) });
    expect(await pick(c(), widget, id, names)).toEqual({ ...next, note: "新", price: "7.00", version: 1 });
    await patch(c(), widget, id, { at: inSeconds(3600) });
    expect((await pick(c(), widget, id, ["at"]))?.at).not.toBe(next.at);
  });

  it("are read and written together, those of lines as well", async () => {
    const made = [await engine.add({ parts: [{ sku: "a" }] }), await engine.add({ parts: [{ sku: "b" }] })];
    const ids = made.map(({ id }) => id);
    await patchMany(c(), widget, ids, { note: "同" });
    await patchMany(c(), widget, [], { note: "无" });
    expect(await pickMany(c(), widget, ids, ["note"])).toEqual(ids.map((id) => ({ id, note: "同" })));
    const parts = await engine.db.query<{ id: string }>("select id from test_widget_part order by id desc limit 1");
    const partIds = parts.map(({ id }) => id);
    await patchMany(c(), widget.lines.parts, partIds, { qty: 3 });
    expect(await pickMany(c(), widget.lines.parts, partIds, ["sku", "qty"])).toEqual([
      { id: partIds[0], sku: "b", qty: 3 },
    ]);
  });

  it("take no name that is no column", async () => {
    await expect(patchRow(engine.db, "test_widget", "1", { "qty = 1, note": 1 })).rejects.toThrow("no column");
    // @ts-expect-error a state is written by the engine alone
    void (() => patch(c(), widget, "1", { lifeState: "done" }));
    // @ts-expect-error no such field
    void (() => patch(c(), widget, "1", { colour: "red" }));
  });
});
