import net from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { type Answer, call, passwordLogin } from "../auth/auth.testing";
import { faultOf } from "./operation-log";

let backend: TestBackend;
let admin: string;
let finance: string;
beforeAll(async () => {
  backend = await testBackend();
  admin = await login(backend.url);
  finance = await login(backend.url, "finance");
  // A sign-in is logged a moment after its answer.
  await vi.waitFor(async () => expect(await backend.db.query("select 1 from sys_log")).toHaveLength(2));
});
afterAll(() => backend.close());
beforeEach(() => backend.db.query("delete from sys_rate_limit"));

interface Row {
  request_id: string | null;
  fault: string | null;
  title: string;
  type: string;
  method: string;
  request_uri: string;
  params: string;
  exception: string | null;
  create_by: string | null;
  tenant_id: string;
  time: number;
  remote_addr: string;
  user_agent: string;
}

/** Log rows that this work leaves; they are written after the answer has gone out. */
async function logOf(work: () => Promise<unknown>, rows = 1): Promise<Row[]> {
  const last = await backend.db.one<{ id: string }>("select coalesce(max(id), 0) as id from sys_log");
  await work();
  for (let tries = 0; ; tries++) {
    const found = await backend.db.query<Row>("select * from sys_log where id > $1 order by id", [last?.id]);
    if (found.length >= rows || tries > 100) return found;
    await new Promise((done) => setTimeout(done, 20));
  }
}

const role = (body: unknown, token = admin) => call(backend, "POST", "/admin/role", { token, body });

describe("operation log", () => {
  it("has who, what, from where and how long of every write", async () => {
    let answer: Answer | undefined;
    const rows = await logOf(async () => {
      answer = await role({ roleName: "日志角色", roleCode: "LOG_ROLE", dsType: "4" });
    });
    expect(answer?.status).toBe(200);
    expect(rows).toMatchObject([
      {
        title: "新增角色",
        type: "0",
        method: "POST",
        request_uri: "/api/admin/role",
        exception: null,
        create_by: "admin",
        tenant_id: "1",
        remote_addr: "127.0.0.1",
        user_agent: "node",
      },
    ]);
    expect(JSON.parse(rows[0]!.params)).toMatchObject({ roleCode: "LOG_ROLE" });
    expect(rows[0]!.time).toBeGreaterThanOrEqual(0);
  });

  it.each<[string, () => Promise<unknown>, Partial<Row>]>([
    ["invalid", () => role({}), { exception: "请输入角色名称", create_by: "admin" }],
    ["forbidden", () => role({}, finance), { exception: "当前操作没有权限", create_by: "finance" }],
    ["no token", () => role({}, "unknown"), { exception: "登录已失效，请重新登录", create_by: null }],
    [
      "not found",
      () => call(backend, "DELETE", "/admin/role/987654", { token: admin }),
      { exception: "单据不存在", title: "删除角色", method: "DELETE" },
    ],
    [
      "wrong password",
      () => passwordLogin(backend, "admin", "wrong"),
      { exception: "用户名不存在或密码错误", title: "登录" },
    ],
  ])("has refused ones: %s", async (_, work, expected) => {
    expect(await logOf(work)).toMatchObject([{ type: "9", ...expected }]);
  });

  it("has a body that cannot be read, and one that is too large", async () => {
    const raw = (body: string, type = "application/json") =>
      fetch(`${backend.url}/admin/role`, {
        method: "POST",
        headers: { authorization: `Bearer ${admin}`, "content-type": type },
        body,
      });
    const cases: [string, string, number, string][] = [
      ['{"roleName":', "application/json", 400, "提交的内容无法解析"],
      ["{}", "application/json; charset=klingon", 400, "提交的内容无法解析"],
      [`{"a":"${"x".repeat(6 * 1024 * 1024)}"}`, "application/json", 413, "提交的内容过大"],
    ];
    for (const [body, type, status, msg] of cases) {
      let answer: Response | undefined;
      const rows = await logOf(async () => {
        answer = await raw(body, type);
      });
      expect(answer?.status).toBe(status);
      expect(await answer?.json()).toEqual({ code: 1, msg, data: null });
      expect(rows).toMatchObject([{ type: "9", exception: msg, create_by: "admin" }]);
    }
  });

  it("has a write whose client did not wait for the answer", async () => {
    const body = JSON.stringify({ roleName: "断线角色", roleCode: "GONE_CLIENT", dsType: "4" });
    const port = Number(new URL(backend.url).port);
    const rows = await logOf(async () => {
      const socket = net.connect(port, "127.0.0.1");
      socket.end(
        `POST /api/admin/role HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      await new Promise((done) => socket.once("finish", done));
      socket.destroy();
    });
    const written = await backend.db.query("select 1 from sys_role where role_code = 'GONE_CLIENT' and del_flag = 0");
    expect(rows).toMatchObject([{ title: "新增角色", type: written.length ? "0" : "9" }]);
  });

  it("does not say what is secret or personal", async () => {
    const secret = "Geheim-123456";
    const rows = await logOf(async () => {
      await call(backend, "POST", "/admin/user", {
        token: admin,
        body: {
          username: "log_masked",
          displayname: "甲",
          password: secret,
          mobile: "13912345678",
          email: "log@example.com",
          deptId: "1",
          roleIds: ["2"],
        },
      });
      await passwordLogin(backend, "admin", "123456", { randomStr: "abcd", code: "zzzz" });
    }, 2);
    expect(rows).toHaveLength(2);
    // Each is written when its answer has gone: the second may come first.
    const said = rows.map((r) => JSON.parse(r.params));
    const [user, signIn] = said[0].displayname ? said : [said[1], said[0]];
    expect(user).toMatchObject({ username: "log_masked", password: "******", mobile: "*********78", email: "******" });
    expect(signIn).toMatchObject({ username: "admin", password: "******", code: "******" });
    const all = JSON.stringify([
      await backend.db.query("select * from sys_log"),
      await backend.db.query("select * from sys_oper_log"),
    ]);
    expect(all).not.toContain(secret);
    expect(all).not.toContain("13912345678");
    expect(all).not.toContain("log@example.com");
  });

  it("has neither reads nor what declares itself unlogged", async () => {
    const rows = await logOf(async () => {
      await call(backend, "GET", "/admin/role/page", { token: admin });
      await call(backend, "POST", "/admin/user/recordLog", { token: admin, params: { path: "/x" } });
      await role({});
    });
    expect(rows.map((r) => r.title)).toEqual(["新增角色"]);
  });

  it("keeps the id of the request, unless it is none", async () => {
    const under = (id: string) => call(backend, "POST", "/admin/role", { headers: { "x-request-id": id } });
    const rows = await logOf(async () => {
      for (const id of ["page-0001", "a b\tc", ""]) await under(id);
    }, 3);
    expect(rows.map((r) => r.request_id).sort()).toEqual([null, null, "page-0001"]);
  });

  it("has every fault of the program by its kind, of a read without what was asked for", async () => {
    await backend.db.query("alter table sys_dict rename to sys_dict_away");
    const headers = { "x-request-id": "fault-0001" };
    const ask = { token: admin, headers, params: { type: "查的名字" } };
    const rows = await logOf(() => call(backend, "GET", "/admin/dict/page", ask)).finally(() =>
      backend.db.query("alter table sys_dict_away rename to sys_dict"),
    );
    expect(rows).toMatchObject([
      {
        title: "字典列表",
        type: "9",
        method: "GET",
        params: "{}",
        request_id: "fault-0001",
        exception: "系统未知错误,请反馈给管理员",
        fault: 'error 42P01 relation "sys_dict" does not exist',
        create_by: "admin",
      },
    ]);
  });

  it("a kind of fault holds no values", () => {
    expect(faultOf(new TypeError("Cannot read properties of undefined (reading 'no')"))).toBe(
      "TypeError Cannot read properties of undefined (reading 'no')",
    );
    expect(faultOf(new SyntaxError(`Unexpected token, "{\\"tel\\":139" is not valid JSON\nat 12`))).not.toContain(
      "139",
    );
    expect(faultOf(new Error('order 2041 of "Ana Díaz"'))).toBe("Error order 0 of …");
    expect(faultOf("boom")).toBe("Error");
  });

  it("belongs to the tenant that was asked for when nobody is signed in", async () => {
    const rows = await logOf(() => call(backend, "POST", "/auth/oauth/token", { headers: { "TENANT-ID": "7" } }));
    expect(rows).toMatchObject([{ tenant_id: "7", type: "9" }]);
  });
});

describe("answers", () => {
  it("are envelopes, also for what does not exist", async () => {
    for (const [method, path] of [
      ["GET", "/nothing"],
      ["POST", "/admin/role/page"],
      ["DELETE", "/admin/role"],
    ] as const)
      expect(await call(backend, method, path, { token: admin })).toEqual({
        status: 404,
        body: { code: 1, msg: "资源不存在", data: null },
      });
  });

  it("asks for a token before it looks at anything else", async () => {
    for (const path of ["/admin/user/page", "/admin/role/abc/x", "/admin/user/info"]) {
      const { status } = await call(backend, "GET", path);
      expect(status).toBe(path.endsWith("x") ? 404 : 401);
    }
    const basic = { authorization: `Basic ${admin}` };
    expect((await call(backend, "GET", "/admin/user/info", { headers: basic })).status).toBe(401);
    // Only a download link may carry the token in its address.
    const linked = await call(backend, "GET", "/admin/user/info", { params: { access_token: admin } });
    expect(linked.status).toBe(401);
  });

  it("reads a form body like a JSON one", async () => {
    const answer = await fetch(`${backend.url}/admin/role`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin}` },
      body: new URLSearchParams({ roleName: "表单角色", roleCode: "FORM_ROLE", dsType: "4" }),
    });
    expect(answer.status).toBe(200);
  });

  it("a sentence for people even where a schema has none of its own", async () => {
    const answer = await call(backend, "PUT", "/admin/role/menu", { token: admin, body: {} });
    expect(answer.status).toBe(400);
    expect(answer.body.msg).toMatch(/\p{Script=Han}/u);
  });
});
