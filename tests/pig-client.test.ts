// Long because it is one conversation of a client, call after call, in the order of the contract.
import { createCipheriv } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestBackend, testBackend } from "./harness";

// A client in the dialect of the pig lineage. It knows the wire contract only: nothing here is
// shared with the backend or the console.

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend({ captcha: "on" });
});
afterAll(() => backend.close());
beforeEach(() => backend.db.query("delete from sys_rate_limit"));

const BASIC = `Basic ${Buffer.from("pig:pig").toString("base64")}`;

/** AES-128-CBC, zero padding, IV = key, Base64: what pig's front ends put on the password. */
function encrypt(text: string, mode: "cbc" | "cfb" = "cbc"): string {
  const key = Buffer.from("pigxpigxpigxpigx", "latin1");
  const plain = Buffer.from(text, "utf8");
  const padded = mode === "cbc" ? Buffer.concat([plain, Buffer.alloc((16 - (plain.length % 16)) % 16)]) : plain;
  const cipher = createCipheriv(`aes-128-${mode}`, key, key).setAutoPadding(false);
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString("base64");
}

interface Tokens {
  access_token: string;
  refresh_token: string;
  [name: string]: unknown;
}

const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
  fetch(`${backend.url}${path}`, {
    method,
    headers: { "TENANT-ID": "1", ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

/** A failure is a status other than 200 or a code other than 0. */
// biome-ignore lint/suspicious/noExplicitAny: the contract's entities, read as a foreign client does
async function data(answer: Promise<Response> | Response): Promise<any> {
  const response = await answer;
  const body = await response.json();
  if (response.status !== 200 || body.code !== 0) throw new Error(JSON.stringify(body));
  expect(body).toHaveProperty("msg");
  return body.data;
}

const failure = async (answer: Response) => ({
  status: answer.status,
  body: (await answer.json()) as { code: number; msg: string; data: null },
});

/** The captcha as a person reads it off the picture. */
async function readCaptcha(random: string): Promise<string> {
  const image = await ask("GET", `/code?randomStr=${random}`);
  expect(image.status).toBe(200);
  expect(image.headers.get("content-type")).toMatch(/^image\//);
  expect((await image.text()).length).toBeGreaterThan(500);
  const row = await backend.db.one<{ answer: string }>("select answer from sys_captcha where random_str = $1", [
    random,
  ]);
  return row!.answer;
}

let randoms = 0;
const grant = async (username: string, password: string, more: Record<string, string> = {}) => {
  const randomStr = `random-${++randoms}`;
  const code = more.code ?? (await readCaptcha(randomStr));
  const query = new URLSearchParams({
    username,
    password: encrypt(password),
    randomStr,
    code,
    grant_type: "password",
    scope: "server",
  });
  return ask("POST", `/auth/oauth/token?${query}`, { authorization: BASIC });
};
const signIn = async (username = "admin"): Promise<Tokens> => {
  const answer = await grant(username, "123456");
  expect(answer.status).toBe(200);
  return (await answer.json()) as Tokens;
};
const bearer = (tokens: Tokens) => ({ authorization: `Bearer ${tokens.access_token}` });
const flat = <T extends { children: T[] }>(nodes: T[]): T[] => nodes.flatMap((n) => [n, ...flat(n.children)]);

describe("signing in", () => {
  it("with captcha, encrypted password and client in the query string", async () => {
    const tokens = await signIn();
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 43_200, scope: "server", username: "admin" });
    for (const name of ["access_token", "refresh_token", "user_id", "tenant_id", "license"])
      expect(typeof tokens[name], name).toBe("string");
    expect(tokens).not.toHaveProperty("code");
    expect(tokens).toHaveProperty("dept_id");
  });

  it("with the same parameters as a form", async () => {
    const code = await readCaptcha("form-random");
    const answer = await fetch(`${backend.url}/auth/oauth/token`, {
      method: "POST",
      headers: { authorization: BASIC },
      body: new URLSearchParams({
        username: "admin",
        password: encrypt("123456"),
        randomStr: "form-random",
        code,
        grant_type: "password",
        scope: "server",
      }),
    });
    expect(((await answer.json()) as Tokens).access_token).toBeTruthy();
  });

  it("fails as the contract says", async () => {
    expect(await failure(await grant("admin", "wrong"))).toMatchObject({
      status: 426,
      body: { code: 1, msg: expect.stringMatching(/\p{Script=Han}/u) },
    });
    expect(await failure(await grant("admin", "123456", { code: "" }))).toMatchObject({
      status: 428,
      body: { msg: "验证码不能为空" },
    });
    expect(await failure(await grant("admin", "123456", { code: "?" }))).toMatchObject({
      status: 428,
      body: { msg: "验证码不合法" },
    });
    const foreign = `Basic ${Buffer.from("pig:wrong").toString("base64")}`;
    const client = await ask("POST", "/auth/oauth/token?grant_type=password", { authorization: foreign });
    expect(client.status).toBeGreaterThanOrEqual(400);
  });

  it("a captcha serves once, whatever the outcome", async () => {
    const code = await readCaptcha("once-random");
    const attempt = (password: string) => {
      const query = new URLSearchParams({
        username: "admin",
        password: encrypt(password),
        randomStr: "once-random",
        code,
        grant_type: "password",
        scope: "server",
      });
      return ask("POST", `/auth/oauth/token?${query}`, { authorization: BASIC });
    };
    expect((await attempt("wrong")).status).toBe(426);
    expect((await attempt("123456")).status).toBe(428);
  });

  it("refresh gives a new pair, log-out ends it, later calls are 401", async () => {
    const first = await signIn();
    const query = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: first.refresh_token,
      scope: "server",
    });
    const answer = await ask("POST", `/auth/oauth/token?${query}`, { authorization: BASIC });
    const second = (await answer.json()) as Tokens;
    expect(second.access_token).not.toBe(first.access_token);
    expect((await ask("GET", "/admin/user/info", bearer(second))).status).toBe(200);
    const out = await ask("DELETE", "/auth/token/logout", bearer(second));
    expect(await out.json()).toMatchObject({ code: 0 });
    expect(await failure(await ask("GET", "/admin/user/info", bearer(second)))).toMatchObject({
      status: 401,
      body: { code: 1, msg: expect.any(String) },
    });
    const over = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: second.refresh_token,
      scope: "server",
    });
    const again = await ask("POST", `/auth/oauth/token?${over}`, { authorization: BASIC });
    expect(again.status).toBeGreaterThanOrEqual(400);
  });

  it("log-out is fine without a header too", async () => {
    const answer = await fetch(`${backend.url}/auth/token/logout`, { method: "DELETE" });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ code: 0, msg: null });
  });

  it("without the tenant header the tenant is 1, another tenant knows nobody", async () => {
    const code = await readCaptcha("tenant-random");
    const query = new URLSearchParams({
      username: "admin",
      password: encrypt("123456"),
      randomStr: "tenant-random",
      code,
      grant_type: "password",
      scope: "server",
    });
    const url = `${backend.url}/auth/oauth/token?${query}`;
    const answer = await fetch(url, { method: "POST", headers: { authorization: BASIC } });
    expect(await answer.json()).toMatchObject({ tenant_id: "1" });
    const next = await readCaptcha("tenant-random");
    const other = await fetch(url.replace(/code=\w+/, `code=${next}`), {
      method: "POST",
      headers: { authorization: BASIC, "TENANT-ID": "77" },
    });
    expect(other.status).toBe(426);
  });
});

describe("signed in", () => {
  let admin: Record<string, string>;
  beforeAll(async () => {
    admin = bearer(await signIn());
  });

  it("user info: user, permissions, roles", async () => {
    const info = await data(ask("GET", "/admin/user/info", admin));
    expect(info.sysUser).toMatchObject({
      userId: expect.any(String),
      username: "admin",
      displayname: expect.any(String),
      deptId: expect.any(String),
      lockFlag: "0",
      tenantId: "1",
    });
    for (const name of ["phone", "avatar", "createTime"]) expect(info.sysUser).toHaveProperty(name);
    expect(info.permissions).toContain("sys_user_add");
    expect(info.roles).toHaveLength(1);
  });

  it("menu of the caller: a sorted tree of visible pages", async () => {
    const tree = await data(ask("GET", "/admin/menu", admin));
    expect(tree.length).toBeGreaterThan(0);
    for (const node of flat(tree as { children: [] }[])) {
      expect(node).toMatchObject({
        id: expect.any(String),
        parentId: expect.any(String),
        name: expect.any(String),
        type: "0",
        keepAlive: expect.stringMatching(/^[01]$/),
        sort: expect.any(Number),
        hasChildren: node.children.length > 0,
      });
      for (const name of ["icon", "path", "permission", "href", "component", "group", "query"])
        expect(node).toHaveProperty(name);
      // Front ends of the lineage show in the side menu only what bears no group.
      expect(node).toMatchObject({ group: null });
    }
    const grouped = await data(ask("GET", "/admin/menu?groups=true", admin));
    expect(grouped.map((n: { group: string }) => n.group)).toContain("供应链");
    expect(tree.every((n: { parentId: string }) => ["-1", "0"].includes(n.parentId))).toBe(true);
  });

  it("menu tree for management and the grants of a role, changed as pig does", async () => {
    const whole = await data(ask("GET", "/admin/menu/tree", admin));
    const buttons = flat(whole as { children: []; id: string; type: string }[]).filter((n) => n.type === "1");
    expect(buttons.length).toBeGreaterThan(10);
    const level = await data(ask("GET", "/admin/menu/tree?lazy=true&parentId=-1", admin));
    expect(level.map((n: { id: string }) => n.id)).toEqual(whole.map((n: { id: string }) => n.id));
    const roles = await data(ask("GET", "/admin/role/list", admin));
    const role = roles.find((r: { roleCode: string }) => r.roleCode === "KOL");
    const before: string[] = await data(ask("GET", `/admin/menu/tree/${role.roleId}`, admin));
    const more = [...new Set([...before, buttons[0]!.id])];
    await data(ask("PUT", "/admin/role/menu", admin, { roleId: role.roleId, menuIds: more.join(",") }));
    const after: string[] = await data(ask("GET", `/admin/menu/tree/${role.roleId}`, admin));
    expect(after.sort()).toEqual(more.sort());
    const back = { roleId: Number(role.roleId), menuIds: before.map(Number) };
    await data(ask("PUT", "/admin/role/menu", admin, back));
  });

  it.each([
    "/admin/user/page",
    "/admin/role/page",
    "/admin/dict/page",
    "/admin/dict/item/page",
    "/admin/log/page",
    "/admin/tenant/page",
    "/admin/file/page",
  ])("%s is a page", async (path) => {
    const page = await data(ask("GET", `${path}?current=1&size=2`, admin));
    expect(page).toMatchObject({ size: 2, current: 1, total: expect.any(Number) });
    expect(page.pages).toBe(Math.ceil(page.total / 2));
    expect(page.records.length).toBe(Math.min(2, page.total));
  });

  it("dictionary items by type, with pig's names", async () => {
    const items = await data(ask("GET", "/admin/dict/type/currency", admin));
    expect(items.length).toBeGreaterThan(1);
    for (const name of ["id", "dictId", "value", "label", "type", "description", "sort", "remarks"])
      expect(items[0]).toHaveProperty(name);
    const page = await data(ask("GET", `/admin/dict/item/page?dictId=${items[0].dictId}&size=100`, admin));
    expect(page.total).toBeGreaterThanOrEqual(items.length);
    expect(page.records.every((r: { type: string }) => r.type === "currency")).toBe(true);
  });

  it("menus are made, read, changed and deleted by menuId", async () => {
    const menu = { name: "客户端", type: "0", path: "/pig/client", parentId: "-1", sort: 99 };
    const { id } = await data(ask("POST", "/admin/menu", admin, menu));
    const row = await data(ask("GET", `/admin/menu/${id}`, admin));
    expect(row).toMatchObject({ menuId: id, keepAlive: "0", ...menu });
    await data(ask("PUT", "/admin/menu", admin, { ...row, id: undefined, name: "改名" }));
    expect((await data(ask("GET", `/admin/menu/${id}`, admin))).name).toBe("改名");
    await data(ask("DELETE", `/admin/menu/${id}`, admin));
    expect((await ask("GET", `/admin/menu/${id}`, admin)).status).toBe(404);
  });

  it("departments are a tree, the own profile is edited, the browser log is taken", async () => {
    const tree = await data(ask("GET", "/admin/dept/tree", admin));
    expect(tree[0]).toMatchObject({ id: expect.any(String), name: expect.any(String) });
    expect(tree[0].children.length).toBeGreaterThan(0);
    await data(ask("PUT", "/admin/user/edit", admin, { displayname: "系统管理员" }));
    const entry = { url: "/wel", time: "2026-01-01 00:00:00", user: "admin", type: "error" };
    const texts = { message: "x is undefined", stack: "at x", info: "render" };
    await data(ask("POST", "/admin/log/logs", admin, [{ ...entry, ...texts }]));
  });

  it("what is not allowed is 403 with a sentence", async () => {
    const kol = bearer(await signIn("kol"));
    expect(await failure(await ask("GET", "/admin/user/page", kol))).toMatchObject({
      status: 403,
      body: { code: 1, msg: "当前操作没有权限" },
    });
  });
});

describe("other generations of the lineage", () => {
  it.each([
    ["aes-cfb", (text: string) => encrypt(text, "cfb")],
    ["base64", (text: string) => Buffer.from(text).toString("base64")],
  ] as const)("send the password as %s", async (passwordEncoding, encode) => {
    const other = await testBackend({ passwordEncoding });
    try {
      const query = new URLSearchParams({
        username: "admin",
        password: encode("123456"),
        grant_type: "password",
        scope: "server",
      });
      const answer = await fetch(`${other.url}/auth/oauth/token?${query}`, {
        method: "POST",
        headers: { authorization: `Basic ${Buffer.from("app:app").toString("base64")}` },
      });
      expect(((await answer.json()) as Tokens).access_token).toBeTruthy();
    } finally {
      await other.close();
    }
  });
});
