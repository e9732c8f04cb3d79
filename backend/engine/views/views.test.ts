import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { login, type TestBackend, testBackend } from "../../../tests/harness";

let backend: TestBackend;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  backend = await testBackend();
  for (const who of ["admin", "it_staff"]) tokens[who] = await login(backend.url, who);
});
afterAll(() => backend.close());

const send = (who: string, method: string, path: string, body?: unknown) =>
  call(backend, method, `/admin/view/${path}`, { token: tokens[who], body });
const views = async (who: string, document = "store"): Promise<{ id: string; name: string; own: boolean }[]> =>
  (await send(who, "GET", document)).body.data;
const add = async (body: object, who = "admin") => {
  const answer = await send(who, "POST", "store", body);
  expect(answer.body.msg).toBeNull();
  return String(answer.body.data.id);
};

describe("saved views", () => {
  it("keeps filters, order and columns under a name", async () => {
    const id = await add({ name: "正常用户", query: "lockFlag=0&ascs=username", layout: "a~h1" });
    expect(await views("admin")).toContainEqual({
      id,
      name: "正常用户",
      query: "lockFlag=0&ascs=username",
      layout: "a~h1",
      shared: false,
      own: true,
      isDefault: false,
      ownerName: expect.any(String),
    });
    expect(await views("admin", "role"), "of its own list only").toEqual([]);
  });

  it("refuses a second one of the same name, and none without", async () => {
    await add({ name: "重名" });
    expect((await send("admin", "POST", "store", { name: "重名 " })).body).toMatchObject({
      msg: "视图名称已存在",
      fields: { name: "视图名称已存在" },
    });
    expect((await send("admin", "POST", "store", { name: " " })).body.msg).toBe("请输入视图名称");
  });

  it("shows others what is shared and lets them change nothing", async () => {
    const own = await add({ name: "私有" });
    const shared = await add({ name: "公用", shared: true });
    const seen = (await views("it_staff")).map((v) => v.id);
    expect(seen).toContain(shared);
    expect(seen).not.toContain(own);
    for (const [method, body] of [
      ["PUT", { name: "我的" }],
      ["DELETE", undefined],
    ] as const)
      expect((await send("it_staff", method, `store/${shared}`, body)).status).toBe(404);
    expect((await send("it_staff", "PUT", "store/default", { id: own })).status).toBe(404);
  });

  it("has one default per person, shared ones included, until it is not shared any more", async () => {
    const [one, two] = [await add({ name: "一", shared: true }), await add({ name: "二" })];
    await send("admin", "PUT", "store/default", { id: one });
    await send("admin", "PUT", "store/default", { id: two });
    await send("it_staff", "PUT", "store/default", { id: one });
    const defaults = async (who: string) =>
      (await send(who, "GET", "store")).body.data
        .filter((v: { isDefault: boolean }) => v.isDefault)
        .map((v: { id: string }) => v.id);
    expect(await defaults("admin")).toEqual([two]);
    expect(await defaults("it_staff")).toEqual([one]);
    await send("admin", "PUT", `store/${one}`, { shared: false });
    expect(await defaults("it_staff")).toEqual([]);
    await send("admin", "PUT", "store/default", { id: null });
    expect(await defaults("admin")).toEqual([]);
  });

  it("changes only what is named, and goes with its default", async () => {
    const id = await add({ name: "旧名", query: "a=1", isDefault: true });
    await send("admin", "PUT", `store/${id}`, { name: "新名" });
    expect(await views("admin")).toContainEqual(
      expect.objectContaining({ id, name: "新名", query: "a=1", isDefault: true }),
    );
    expect((await send("admin", "DELETE", `store/${id}`)).status).toBe(200);
    expect((await views("admin")).map((v) => v.id)).not.toContain(id);
  });

  it("is closed to who may not see the list", async () => {
    const token = await login(backend.url, "promo");
    const answer = await call(backend, "GET", "/admin/view/tenant", { token });
    expect(answer.status).toBe(404);
  });
});
