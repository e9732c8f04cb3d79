import { afterAll, expect, test } from "vitest";
import { login } from "../harness-login";
import { freePort } from "./free-port";
import { dataDir, ownDatabase, type Server, startServer } from "./server";

const PASSWORD = "Fester-Grund-1";
const { dir, remove } = dataDir();
afterAll(remove);

/** Calls of 建账导入, and the state of one when it is `until`. */
async function importer(server: Server) {
  const headers = { authorization: `Bearer ${await login(`${server.url}/api`, "admin", PASSWORD)}` };
  const at = (way: string) => `${server.url}/api/setup${way}`;
  const post = async (way: string, body: FormData | object = {}) => {
    const form = body instanceof FormData;
    const answer = await fetch(at(way), {
      method: "POST",
      headers: { ...headers, ...(!form && { "content-type": "application/json" }) },
      body: form ? body : JSON.stringify(body),
    });
    return (await answer.json()) as { code: number; msg: string; data: { id: string } };
  };
  const state = async (id: string) => {
    const answer = await fetch(at(`/workbook/${id}`), { headers });
    return ((await answer.json()) as { data: { status: string; message: string | null } }).data;
  };
  const until = (id: string, status: string) =>
    expect.poll(async () => (await state(id)).status, { timeout: 60_000 }).toBe(status);
  const template = async () => (await fetch(at("/workbook/template?examples=1"), { headers })).blob();
  return { post, state, until, template };
}

test("killed while a workbook is written, nothing of it is there, and it is imported anew", async () => {
  const env = { DATA_DIR: dir, DEMO: "off", ADMIN_PASSWORD: PASSWORD, PORT: String(await freePort()) };
  let server: Server | undefined;
  try {
    server = await startServer(env);
    const first = await importer(server);
    expect((await first.post("/plan", { goLiveDate: "2026-01-01" })).code).toBe(0);
    const form = new FormData();
    form.append("file", await first.template(), "远帆.xlsx");
    const { id } = (await first.post("/workbook/import", form)).data;
    await first.until(id, "checked");
    const held = await ownDatabase(dir);
    await held.query("begin; lock table opening_promo_line in access exclusive mode");
    await first.post(`/workbook/${id}/commit`);
    const waiting = () =>
      held.query("select count(*)::int as n from pg_locks where not granted").then(({ rows }) => rows[0].n);
    await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(0);
    await server.kill();
    await held.end().catch(() => {});

    server = await startServer(env);
    const then = await importer(server);
    await then.until(id, "checked");
    expect(await then.state(id)).toMatchObject({ message: "导入中断，没有写入任何数据，请重新导入" });
    const db = await ownDatabase(dir);
    const rows = async () =>
      (
        await db.query(
          "select (select count(*)::int from company) as made, (select count(*)::int from opening) as brought",
        )
      ).rows;
    expect(await rows()).toEqual([{ made: 0, brought: 0 }]);
    // What was read of the file is gone with the database that broke down: it is read again first.
    await then.post(`/workbook/${id}/commit`);
    const lost = { status: "checked", message: "系统中断过，请重新检查文件后再导入" };
    await expect.poll(() => then.state(id), { timeout: 60_000 }).toMatchObject(lost);
    await then.post(`/workbook/${id}/check`);
    await expect.poll(() => then.state(id), { timeout: 60_000 }).toMatchObject({ status: "checked", message: null });
    await then.post(`/workbook/${id}/commit`);
    await then.until(id, "done");
    expect(await rows()).toEqual([{ made: 3, brought: 10 }]);
    await db.end();
  } finally {
    await server?.stop();
  }
}, 240_000);
