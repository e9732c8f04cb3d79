import { afterAll, beforeAll, expect, it } from "vitest";
import { jobsOf } from "#backend/jobs";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { call, refused } from "../auth/auth.testing";
import { download, pngOf, upload } from "./files.testing";

let backend: TestBackend;
let ops: string;
let admin: string;
beforeAll(async () => {
  backend = await testBackend({}, { fileOwners: new Map([["thing", async () => true]]) });
  [ops, admin] = [await login(backend.url, "ops"), await login(backend.url)];
});
afterAll(() => backend.close());

const MB = 1024 * 1024;
type Kept = { id: string; url: string };
const send = async (name: string, fields?: Record<string, string>): Promise<Kept> =>
  (await upload(backend, ops, [{ name, content: pngOf(name) }], { fields })).body.data;
const age = (days: number) =>
  backend.db.query("update sys_file set create_time = now() - make_interval(days => $1)", [days]);
const sweep = () =>
  jobsOf(backend.config)
    .find((job) => job.name === "sweepOrphans")
    ?.run(backend.db);
const status = async ({ url }: Kept) => (await download(backend, ops, url)).status;

it("an upload that nobody used goes after the time that the parameter says, its content too", async () => {
  const loose = await send("lose.png");
  await age(6);
  await sweep();
  expect(await status(loose)).toBe(200);
  await age(8);
  await sweep();
  expect(await status(loose)).toBe(404);
  expect(await backend.db.query("select 1 from sys_file_blob")).toEqual([]);
});

it("what a document, a notice or a profile uses stays", async () => {
  const { db } = backend;
  const [tied, noted, avatar, former] = [
    await send("tied.png", { bizType: "thing", bizId: "12" }),
    await send("noted.png"),
    await send("avatar.png", { bizType: "avatar" }),
    await send("former.png", { bizType: "avatar" }),
  ];
  await db.query(
    `with n as (insert into sys_notification (title, push_describe, content, push_type, scope_type,
         push_mode) values ('通知', '', '', '1', 'all', 'now') returning id)
     insert into sys_notification_file (notification_id, file_id) select n.id, $1 from n`,
    [noted.id],
  );
  const saved = await call(backend, "PUT", "/admin/user/edit", { token: ops, body: { avatar: avatar.url } });
  expect(saved.status).toBe(200);
  const shared = await send("shared.png");
  await db.query("insert into sys_file_use values ($1, 'thing', '12')", [shared.id]);
  await age(400);
  await sweep();
  expect(await Promise.all([tied, noted, avatar, shared, former].map(status))).toEqual([200, 200, 200, 200, 404]);
});

it("one person keeps so many unused uploads, also of many at once; used ones do not count", async () => {
  await backend.db.query("update sys_param set value = '20' where param_key = 'orphan_file_mb'");
  const big = (name: string, fields?: Record<string, string>) =>
    upload(backend, ops, [{ name, content: Buffer.alloc(8 * MB, name) }], { fields });
  expect((await big("used.txt", { bizType: "thing", bizId: "12" })).status).toBe(200);
  const answers = await Promise.all(["a", "b", "c", "d"].map((n) => big(`${n}.txt`)));
  expect(answers.map((a) => a.status).sort()).toEqual([200, 200, 413, 413]);
  expect(answers.find((a) => a.status === 413)).toEqual(
    refused(413, "上传后未使用的文件已达20MB，请先用在单据中，或等系统清理后再上传"),
  );
  const other = await upload(backend, admin, [{ name: "e.txt", content: "another person" }]);
  expect(other.status).toBe(200);
});

it("the page of files says what is kept and how much there is", async () => {
  const { body } = await call(backend, "GET", "/admin/file/page", { token: admin });
  expect(body.data.notes).toEqual([
    "未用在单据中的文件保留7天，每人最多20MB，现有3个、共16.0MB。超出的自动清理，在系统参数中设置。",
  ]);
});
