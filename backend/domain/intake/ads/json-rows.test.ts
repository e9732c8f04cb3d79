import { expect, test } from "vitest";
import { objectsIn } from "./json-rows";

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const read = async (text: string, size = 7) => {
  const found: unknown[] = [];
  for await (const batch of objectsIn(pieces(text, size))) found.push(...batch);
  return found;
};

test("objects however they are cut, with braces and quotes in texts, and numbers longer than a number can be", async () => {
  const text = '[ {"campaignId":123456789012345678,"name":"a {\\"[]}, \\\\"}\n,{"b":{"c":"中"},"cost":6.4} ]\n';
  const want = [
    { campaignId: "123456789012345678", name: 'a {"[]}, \\' },
    { b: { c: "中" }, cost: 6.4 },
  ];
  for (const size of [1, 2, 7, 1000]) expect(await read(text, size)).toEqual(want);
  expect(await read("[]")).toEqual([]);
});

test("more than a thousand come in parts", async () => {
  const rows = Array.from({ length: 2500 }, (_, n) => ({ n }));
  const sizes: number[] = [];
  for await (const batch of objectsIn(pieces(JSON.stringify(rows), 4096))) sizes.push(batch.length);
  expect(sizes).toEqual([1000, 1000, 500]);
});

test("what breaks off, is no array, or is not of this charset is no report", async () => {
  const bad = ['[{"a":1},{"b"', '[{"a":1}', "", "<html>", '{"a":1}', '[{"a":1},3]', '[{"a":}]', '[{"a":1}] x'];
  for (const text of bad) await expect(read(text), text).rejects.toThrow("对方的文件传输中断或损坏");
  await expect(read(`[{"a":"${"x".repeat(30_000)}"}]`, 1000)).rejects.toThrow("传输中断或损坏");
  const broken = objectsIn(
    (async function* () {
      yield Uint8Array.from([0x5b, 0xff]);
    })(),
  );
  await expect(broken.next()).rejects.toThrow("传输中断或损坏");
});
