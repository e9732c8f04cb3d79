import { afterAll, describe, expect, it } from "vitest";
import type { Database } from "#backend/platform/db";
import { PACK, packed, pictures, unpacked } from "#backend/platform/files/pack";
import { sampleStore } from "#backend/platform/files/samples";
import { testDatabase } from "../../../tests/harness";
import { drawn, pictureOf } from "./make";

/** The first bytes of a PNG, its width and height. */
const HEAD = "89504e470d0a1a0a0000000d49484452000001e0000001e0";

describe("pictures of goods", () => {
  it("are those that are drawn: after a change of a motif, npm run demo:make", async () => {
    const all = drawn();
    expect([...pictures().byName.keys()]).toEqual(all.map(({ name }) => name));
    // All of them take half a minute.
    for (const { name, svg } of all.filter((_, i) => i % 37 === 5))
      expect((await pictureOf(svg)).equals(pictures().byName.get(name)?.content ?? Buffer.alloc(0)), name).toBe(true);
  });

  it("are PNG of 480 pixels, at most 9 KB each and 2 MB together", () => {
    const all = [...pictures().byName.values()];
    expect(all.filter(({ content }) => content.toString("hex", 0, 24) !== HEAD)).toEqual([]);
    expect(Math.max(...all.map(({ content }) => content.length))).toBeLessThanOrEqual(9 * 1024);
    expect(
      all.reduce((sum, { content }) => sum + content.length, 0),
      PACK,
    ).toBeLessThan(2 * 1024 * 1024);
  });

  it("come out of a pack as they went in", () => {
    const two = [
      { name: "一/黑色/front", content: Buffer.from("a") },
      { name: "b", content: Buffer.from([0, 255, 3]) },
    ];
    expect(unpacked(packed(two)).map(({ name, content }) => ({ name, content: Buffer.from(content) }))).toEqual(two);
  });
});

describe("in the demonstration", () => {
  let db: Database;
  afterAll(() => db?.close());

  it("all goods but drafts have one, which opens, and SPUs and products have that of their goods", async () => {
    db = await testDatabase("demo");
    const bare = await db.query(
      `select sku_code from sku where status <> 'draft' and coalesce(images, '{}') = '{}'
       union all select spu_code from spu p where coalesce(images, '{}') = '{}'
         and exists (select 1 from sku where spu_id = p.id and images <> '{}')`,
    );
    expect(bare).toEqual([]);
    const kept = await db.query<{ hash: string }>("select hash from sys_file_blob where storage = 'sample'");
    for (const { hash } of kept) expect(await sampleStore.has(hash), hash).toBe(true);
    const untied = await db.query(
      `select k.id from sku k, unnest(k.images) f where not exists (
         select 1 from sys_file_use u where u.file_id::text = f::text and u.biz_type = 'sku' and u.biz_id::text = k.id::text)`,
    );
    expect(untied).toEqual([]);
  });
});
