import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { type ObjectBucket, openBucket } from "./bucket";
import { standInStorage } from "./s3.testing";

let storage: Awaited<ReturnType<typeof standInStorage>>;
let bucket: ObjectBucket;
let file: string;
const content = randomBytes(250_000);
beforeAll(async () => {
  storage = await standInStorage();
  bucket = openBucket({ ...storage.account, bucket: "kept", prefix: "a/b/" }, 1);
  file = path.join(mkdtempSync(path.join(inject("folder"), "bucket-")), "large");
  writeFileSync(file, content);
});
afterAll(() => storage.close());
beforeEach(() => {
  storage.objects.clear();
  storage.seen.length = 0;
  Object.assign(storage.trouble, { status: undefined, cut: undefined });
});

const PART = 100_000;

test("a file goes in parts, whole, and comes back; a small one at once", async () => {
  await bucket.putFile("large", file, PART);
  expect(storage.seen.map((s) => s.replace(/uploadId=.*/, "uploadId"))).toEqual([
    "POST /kept/a/b/large?uploads=",
    ...[1, 2, 3].map((n) => `PUT /kept/a/b/large?partNumber=${n}&uploadId`),
    "POST /kept/a/b/large?uploadId",
  ]);
  expect((await buffer(bucket.read("large"))).equals(content)).toBe(true);
  await bucket.putFile("small", file);
  expect(storage.objects.get("kept/a/b/small")?.equals(content)).toBe(true);
});

test("names are listed page by page, below their prefix alone", async () => {
  for (const name of ["x-5", "x-1", "x-3", "x-2", "x-4", "y-1"]) await bucket.put(name, Buffer.from(name));
  storage.objects.set("kept/x-0", Buffer.from("another's"));
  expect(await bucket.list("x-")).toEqual(["x-1", "x-2", "x-3", "x-4", "x-5"]);
  await bucket.remove("x-1");
  await bucket.remove("x-1");
  expect(await bucket.list("x-")).toHaveLength(4);
});

test("a connection that is cut in the middle of a part: the part is sent again", async () => {
  let cuts = 0;
  storage.trouble.cut = (request) => request.includes("partNumber=2") && cuts++ < 2;
  await bucket.putFile("large", file, PART);
  expect(storage.objects.get("kept/a/b/large")?.equals(content)).toBe(true);
  expect(storage.seen.filter((s) => s.includes("partNumber=2"))).toHaveLength(3);
});

test("cut again and again it is given up: nothing of it stays, and the sentence names the bucket", async () => {
  storage.trouble.cut = (request) => request.includes("partNumber=2");
  await expect(bucket.putFile("large", file, PART)).rejects.toThrow("存储桶 kept：连接不上，或连接中断");
  expect([storage.objects.size, storage.parts.size]).toEqual([0, 0]);
});

test("reading that is cut is no end", async () => {
  await bucket.putFile("large", file);
  storage.trouble.cut = () => true;
  await expect(buffer(bucket.read("large"))).rejects.toThrow("存储桶 kept：读取 large 时连接中断");
});

test("refused keys are said once, with the store's own word and without the keys", async () => {
  const stranger = openBucket({ ...storage.account, secretAccessKey: "wrong", bucket: "kept", prefix: "" }, 1);
  const said = await stranger.putFile("large", file).catch(String);
  expect(said).toBe("Error: 存储桶 kept：访问密钥不对或没有权限（403 SignatureDoesNotMatch）");
  expect(storage.seen).toHaveLength(1);
  await expect(buffer(bucket.read("none"))).rejects.toThrow("存储桶或文件不存在（404 NoSuchKey）");
});

test("a store that is overloaded is asked again, and said when it stays so", async () => {
  storage.trouble.status = 503;
  await expect(bucket.put("x", Buffer.from("x"))).rejects.toThrow("没有接受请求（503）");
  expect(storage.seen).toHaveLength(4);
});
